"""Agents: who decides. In this process, in another of their own, and in any language."""

from optimeld.agents.moves import Agent, AgentFailure, take_turn
from optimeld.moves import Draw, Move, Play, Take

__all__ = ["Agent", "AgentFailure", "Draw", "Move", "Play", "Take", "take_turn"]
