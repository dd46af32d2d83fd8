package io.metasched.simulation.study;

/** Two results held against each other; differences are the second less the first. */
public sealed interface Comparison permits SimulationComparison, StudyComparison {}
