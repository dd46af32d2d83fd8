package io.metasched.simulation.system.cyclic.environment;

import io.metasched.simulation.input.Numbering;

/**
 * Names of nodes and domains.
 *
 * @param nodes names by node id
 * @param domains names by number of the domain
 */
public record ResourceNames(Numbering nodes, Numbering domains) {
  /** Names that consist of numbers only. */
  public static final ResourceNames NONE = new ResourceNames(Numbering.NONE, Numbering.NONE);
}
