package io.metasched.service.cli;

/** Measurement of a benchmark of the service. */
record BenchRow(String name, double value, String unit) {}
