"""What simulates and judges: the default scenarios played, and checks that play again what they check.

Studies use the simulator through its front door only.
"""
