package io.metasched.simulation.environment;

import io.metasched.simulation.input.Numbering;

/**
 * What nodes and domains are called.
 *
 * @param nodes by id
 * @param domains by number
 */
public record ResourceNames(Numbering nodes, Numbering domains) {
  /** Numbers only. */
  public static final ResourceNames NONE = new ResourceNames(Numbering.NONE, Numbering.NONE);
}
