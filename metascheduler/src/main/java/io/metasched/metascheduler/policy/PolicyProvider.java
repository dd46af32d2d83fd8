package io.metasched.metascheduler.policy;

import java.util.Collections;
import java.util.SortedMap;

/**
 * Makes one policy by name. A policy of one's own is found through {@link java.util.ServiceLoader}:
 * its jar names the provider in {@code
 * META-INF/services/io.metasched.metascheduler.policy.PolicyProvider}.
 */
public interface PolicyProvider {

  /** The name in scenarios and on the command line: lower case letters, digits and hyphens. */
  String name();

  /** One line for the list of policies. */
  String summary();

  /** The policy's own options with their defaults. */
  default SortedMap<String, String> options() {
    return Collections.emptySortedMap();
  }

  /**
   * Makes the policy.
   *
   * @throws IllegalArgumentException for an option out of its range; the message says option,
   *     allowed and given
   */
  SchedulingPolicy create(PolicySettings settings);
}
