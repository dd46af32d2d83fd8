package io.metasched.metascheduler.policy;

import java.util.Collections;
import java.util.SortedMap;

/**
 * Factory of one policy, identified by name. Policies of users are found through {@link
 * java.util.ServiceLoader}: a jar names its provider in {@code
 * META-INF/services/io.metasched.metascheduler.policy.PolicyProvider}.
 */
public interface PolicyProvider {

  /**
   * Returns the name in scenarios and on the command line: lower case letters, digits and hyphens.
   */
  String name();

  /** Returns a description of one line for the list of policies. */
  String summary();

  /** Returns the policy's own options with their defaults. */
  default SortedMap<String, String> options() {
    return Collections.emptySortedMap();
  }

  /**
   * Creates the policy.
   *
   * @throws IllegalArgumentException for an option out of range; the message states the option, the
   *     allowed range and the given value
   */
  SchedulingPolicy create(PolicySettings settings);
}
