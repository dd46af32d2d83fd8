package io.metasched.resource.model;

import java.util.List;

/**
 * Node of a resource owner.
 *
 * @param id number, unique in the environment, at least 0; the last tie-breaker in every order
 * @param domain id of the site the node belongs to, at least 0
 * @param performance volume of work executed per unit of time, at least 1
 * @param priceMilli list price per unit of time in 1/1000 of money, at least 0
 * @param powerMilli power drawn by a running part, in 1/1000 of a unit, at least 0
 * @param properties hardware and software properties, sorted, without duplicates, in the notation
 *     of {@link Properties}: {@code ssd}, {@code memory=64}
 */
public record Node(
    int id,
    int domain,
    int performance,
    long priceMilli,
    long powerMilli,
    List<String> properties) {

  /**
   * @throws IllegalArgumentException if a number is out of range
   */
  public Node {
    if (id < 0 || domain < 0 || performance < 1 || priceMilli < 0 || powerMilli < 0) {
      throw new IllegalArgumentException(
          ("node %d of domain %d needs performance >= 1, price >= 0 and power >= 0,"
                  + " but has %d, %d and %d")
              .formatted(id, domain, performance, priceMilli, powerMilli));
    }
    properties =
        properties.size() < 2 // the usual case; lists of slots refer to thousands of nodes
            ? List.copyOf(properties)
            : properties.stream().sorted().distinct().toList();
  }

  /** Creates a node without properties, in domain 0 and without power draw. */
  public static Node of(int id, int performance, long priceMilli) {
    return new Node(id, 0, performance, priceMilli, 0, List.of());
  }
}
