package io.metasched.metascheduler.deployment;

import java.util.regex.Pattern;

/**
 * Identifier of an actor of a group, by which cluster sharding finds it.
 *
 * @param group group of the actor
 * @param number number of the actor among the actors of its kind
 */
public record EntityId(GroupId group, int number) {
  private static final Pattern TEXT =
      Pattern.compile("([0-9a-f]{1,16})-([0-9a-z]{1,16}(?:-[0-9a-z]{1,16})*)-(\\d{1,9})");
  private static final int SHARDS_OF_A_DEPLOYMENT = 64;

  /**
   * Parses the result of {@link #toString}.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static EntityId of(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("not the id of an actor: " + text);
    }
    var group = new GroupId(parts.group(1), parts.group(2));
    return new EntityId(group, Integer.parseInt(parts.group(3)));
  }

  /**
   * Returns the shard of the actor. Actors of one shard are in one JVM. A new deployment has new
   * shards, so that they are allocated to its current members.
   */
  String shard() {
    return "%s-%d".formatted(group.deployment(), number % SHARDS_OF_A_DEPLOYMENT);
  }

  @Override
  public String toString() {
    return "%s-%d".formatted(group, number);
  }
}
