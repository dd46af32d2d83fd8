package io.metasched.simulation.cluster;

import java.util.regex.Pattern;

/**
 * An actor of a play, by which cluster sharding finds it.
 *
 * @param number of the actor among those of its kind
 */
record EntityId(PlayId play, int number) {
  private static final Pattern TEXT =
      Pattern.compile("([0-9a-f]{1,16})-(\\d{1,9})-(\\d{1,9})-(\\d{1,9})");
  private static final int SHARDS_OF_A_RUN = 64;

  /**
   * Reads what {@link #toString} tells.
   *
   * @throws IllegalArgumentException for anything else
   */
  static EntityId of(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("no id of an actor: " + text);
    }
    var play =
        new PlayId(
            parts.group(1), Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3)));
    return new EntityId(play, Integer.parseInt(parts.group(4)));
  }

  /** Actors of one shard live in one JVM; a new run has new shards, for the JVMs of its time. */
  String shard() {
    return "%s-%d".formatted(play.run(), number % SHARDS_OF_A_RUN);
  }

  @Override
  public String toString() {
    return "%s-%d".formatted(play, number);
  }
}
