package io.metasched.resource.model;

import java.util.List;

/**
 * One node of a resource owner.
 *
 * @param id unique number in the environment, at least 0; it decides every tie last
 * @param domain the site it belongs to, at least 0
 * @param performance volume it executes per unit of time, at least 1
 * @param priceMilli list price per unit of time in 1/1000 of money, at least 0
 * @param powerMilli power drawn by a running part, in 1/1000 of a unit, at least 0
 * @param properties what its hardware and software offer, sorted, without duplicates, as {@link
 *     Properties} writes it: {@code ssd}, {@code memory=64}
 */
public record Node(
    int id,
    int domain,
    int performance,
    long priceMilli,
    long powerMilli,
    List<String> properties) {

  /**
   * @throws IllegalArgumentException for a number out of its range
   */
  public Node {
    if (id < 0 || domain < 0 || performance < 1 || priceMilli < 0 || powerMilli < 0) {
      throw new IllegalArgumentException(
          ("node %d of domain %d needs performance >= 1, price >= 0 and power >= 0,"
                  + " but has %d, %d and %d")
              .formatted(id, domain, performance, priceMilli, powerMilli));
    }
    properties =
        properties.size() < 2 // the usual case, and lists of slots have thousands of nodes
            ? List.copyOf(properties)
            : properties.stream().sorted().distinct().toList();
  }

  /** A node that differs from others in performance and price only. */
  public static Node of(int id, int performance, long priceMilli) {
    return new Node(id, 0, performance, priceMilli, 0, List.of());
  }
}
