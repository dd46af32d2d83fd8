package io.metasched.service.book;

import java.util.List;

/**
 * A node that is offered.
 *
 * @param name {@code DOMAIN-NUMBER}
 * @param domain its site
 * @param performance volume it executes per unit of time, at least 1
 * @param priceMilli list price per second, in 1/1000
 * @param properties what its hardware and software offer: {@code ssd}, {@code memory=64}
 */
public record FleetNode(
    String name, String domain, int performance, long priceMilli, List<String> properties) {
  public FleetNode {
    properties = List.copyOf(properties);
  }
}
