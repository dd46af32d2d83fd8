package io.metasched.resource.owner;

/**
 * Identifier of a command: the issuer, and a number counted by the issuer. Repeating a command with
 * the same id changes nothing and gets the same reply.
 *
 * @param issuer number of the issuer, unique among all issuers of commands to the same owners
 * @param number count that grows with each new command of the issuer, at least 0
 */
public record CommandId(int issuer, long number) implements Comparable<CommandId> {
  /**
   * @throws IllegalArgumentException if the number is negative
   */
  public CommandId {
    if (number < 0) {
      throw new IllegalArgumentException("a command's number must not be below 0: " + number);
    }
  }

  @Override
  public int compareTo(CommandId other) {
    int byIssuer = Integer.compare(issuer, other.issuer);
    return byIssuer != 0 ? byIssuer : Long.compare(number, other.number);
  }
}
