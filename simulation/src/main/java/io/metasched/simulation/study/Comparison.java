package io.metasched.simulation.study;

/** Comparison of results; the first result is subtracted from the others. */
public sealed interface Comparison
    permits SimulationComparison, StudyComparison, SeveralComparisons {}
