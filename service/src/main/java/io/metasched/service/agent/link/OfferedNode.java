package io.metasched.service.agent.link;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A node that an agent offers: a share of its machine that runs one job at a time.
 *
 * @param name 1 to 64 letters, digits, dots, dashes and underscores; unique among all agents of the
 *     service
 * @param performance executed volume per unit of time, at least 1
 * @param priceMilli list price per second, in 1/1000, at least 0
 * @param properties properties such as {@code ssd} and {@code memory=64}
 */
public record OfferedNode(String name, int performance, long priceMilli, List<String> properties) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /**
   * @throws IllegalArgumentException for a value out of its range, with a one-line message
   */
  public OfferedNode {
    properties = List.copyOf(properties);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name: allowed are 1 to 64 letters, digits, dots, dashes and underscores, given was '%s'"
              .formatted(name));
    }
    if (performance < 1) {
      throw new IllegalArgumentException(
          "performance: allowed is 1 and up, given was %d".formatted(performance));
    }
    if (priceMilli < 0) {
      throw new IllegalArgumentException(
          "price: allowed is 0 and up, given was %d/1000".formatted(priceMilli));
    }
  }
}
