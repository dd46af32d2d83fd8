package io.metasched.simulation.driver.cluster;

import io.metasched.metascheduler.deployment.EntityId;
import io.metasched.metascheduler.deployment.GroupId;
import java.util.regex.Pattern;

/**
 * Id of one policy of a run, whose actors are a group.
 *
 * @param run id of the run, in hexadecimal digits
 * @param number number of the policy run in its run
 * @param policy number of the policy in its scenario
 */
public record PolicyRunId(String run, int number, int policy) {
  private static final Pattern NAME = Pattern.compile("(\\d{1,9})-(\\d{1,9})");

  /**
   * Returns the policy run of a group.
   *
   * @throws IllegalArgumentException if the name of the group is not the name of a policy run
   */
  static PolicyRunId of(GroupId group) {
    var parts = NAME.matcher(group.name());
    if (!parts.matches()) {
      throw new IllegalArgumentException("not the id of a policy run: " + group);
    }
    return new PolicyRunId(
        group.deployment(), Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  /** Returns the group of the actors of this run. */
  GroupId group() {
    return new GroupId(run, "%d-%d".formatted(number, policy));
  }

  /** Returns the id of one of its actors. */
  EntityId entity(int actor) {
    return new EntityId(group(), actor);
  }

  @Override
  public String toString() {
    return group().toString();
  }
}
