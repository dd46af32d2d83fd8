package io.metasched.lab.bench.service;

/** Measurement of a benchmark of the service. */
record BenchRow(String name, double value, String unit) {}
