package io.metasched.resource.owner;

/**
 * Identifies a command: who gives it and the giver's own count. Repeating a command with the same
 * id changes nothing and is answered the same.
 *
 * @param giver the giver's number among all that give commands to the same owners
 * @param number grows with each new command of the giver, at least 0
 */
public record CommandId(int giver, long number) implements Comparable<CommandId> {
  /**
   * @throws IllegalArgumentException for a negative number
   */
  public CommandId {
    if (number < 0) {
      throw new IllegalArgumentException("a command's number must not be below 0: " + number);
    }
  }

  @Override
  public int compareTo(CommandId other) {
    int byGiver = Integer.compare(giver, other.giver);
    return byGiver != 0 ? byGiver : Long.compare(number, other.number);
  }
}
