package io.metasched.service.book;

import java.util.List;

/**
 * Node of the fleet.
 *
 * @param name {@code DOMAIN-NUMBER}
 * @param domain site of the node
 * @param performance executed volume per unit of time, at least 1
 * @param priceMilli list price per second, in 1/1000
 * @param properties hardware and software properties: {@code ssd}, {@code memory=64}
 */
public record FleetNode(
    String name, String domain, int performance, long priceMilli, List<String> properties) {
  public FleetNode {
    properties = List.copyOf(properties);
  }
}
