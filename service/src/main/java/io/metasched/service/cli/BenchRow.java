package io.metasched.service.cli;

/** What a bench of the service has measured. */
record BenchRow(String name, double value, String unit) {}
