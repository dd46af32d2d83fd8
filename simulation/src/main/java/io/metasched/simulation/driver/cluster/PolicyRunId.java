package io.metasched.simulation.driver.cluster;

import io.metasched.metascheduler.deployment.EntityId;
import io.metasched.metascheduler.deployment.GroupId;
import java.util.regex.Pattern;

/**
 * One policy of a run, whose actors are a group.
 *
 * @param run the run, in hexadecimal digits
 * @param number of the policy run in its run
 * @param policy number of the policy in its scenario
 */
public record PolicyRunId(String run, int number, int policy) {
  private static final Pattern NAME = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

  /**
   * The policy run of a group.
   *
   * @throws IllegalArgumentException for a group of another name than policy runs have
   */
  static PolicyRunId of(GroupId group) {
    var parts = NAME.matcher(group.name());
    if (!parts.matches()) {
      throw new IllegalArgumentException("no id of a policy run: " + group);
    }
    return new PolicyRunId(
        group.deployment(), Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  /** Its actors. */
  GroupId group() {
    return new GroupId(run, "%d-%d".formatted(number, policy));
  }

  /** One of its actors. */
  EntityId entity(int actor) {
    return new EntityId(group(), actor);
  }

  @Override
  public String toString() {
    return group().toString();
  }
}
