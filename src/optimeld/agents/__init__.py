"""Agents: who decides. One small protocol for everyone's own, in this process, in another, in any language."""

from optimeld.agents.moves import Agent, AgentFailure, Draw, Move, Play, Take, take_turn

__all__ = ["Agent", "AgentFailure", "Draw", "Move", "Play", "Take", "take_turn"]
