package io.metasched.simulation.experiment;

/**
 * A sentence of the paper, held against the measurements.
 *
 * @param id its name
 * @param text what it says
 * @param holds whether the measurements bear it out
 * @param measured the figures behind the verdict
 */
public record Claim(String id, String text, boolean holds, String measured) {}
