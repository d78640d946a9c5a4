"""Breaking things on purpose: is a move lost, does memory grow, who can stop others?"""
