package io.metasched.simulation.study;

/** Results held against each other; differences are those less the first. */
public sealed interface Comparison
    permits SimulationComparison, StudyComparison, SeveralComparisons {}
