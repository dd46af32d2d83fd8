package io.metasched.resource.actor;

import io.metasched.resource.owner.CommandId;
import java.util.ArrayDeque;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Commands of one issuer without a reply. Up to a limit is in flight; the others wait, and are sent
 * in their order as replies arrive. So no burst is longer than its receivers take. Confined to its
 * actor.
 */
public final class CommandWindow {
  private final int issuer;
  private final int limit;
  private final TreeMap<CommandId, Consumer<CommandId>> inFlight = new TreeMap<>();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private long next;
  private long sent;

  private record Waiting(CommandId id, Consumer<CommandId> command) {}

  /**
   * Creates a window without commands.
   *
   * @param issuer of the commands
   * @param first number of the first command; each has the number after the one before
   * @param limit most commands in flight, at least 1
   */
  public CommandWindow(int issuer, long first, int limit) {
    Require.atLeast("limit", 1, limit);
    this.issuer = issuer;
    this.limit = limit;
    next = first;
  }

  /**
   * Sends a command, or has it wait for the replies to others.
   *
   * @param command sends it under an id, again where it is repeated
   * @return the id
   */
  public CommandId send(Consumer<CommandId> command) {
    var id = new CommandId(issuer, next++);
    waiting.add(new Waiting(id, command));
    sendWaiting();
    return id;
  }

  private void sendWaiting() {
    while (inFlight.size() < limit && !waiting.isEmpty()) {
      var first = waiting.remove();
      inFlight.put(first.id(), first.command());
      sent++;
      first.command().accept(first.id());
    }
  }

  /**
   * Takes a reply, and sends what has waited for it.
   *
   * @return false for a reply to no command in flight, such as a repeated one
   */
  public boolean answered(CommandId id) {
    if (inFlight.remove(id) == null) {
      return false;
    }
    sendWaiting();
    return true;
  }

  /** Sends all commands in flight again, under their ids. */
  public void repeat() {
    inFlight.forEach((id, command) -> command.accept(id));
  }

  /** Whether each command has its reply. */
  public boolean isEmpty() {
    return inFlight.isEmpty();
  }

  /** Commands sent so far, without repetitions. */
  public long sent() {
    return sent;
  }

  /** Its size and first command, for a message. */
  @Override
  public String toString() {
    return isEmpty()
        ? "no command"
        : "%d commands from %s on".formatted(inFlight.size() + waiting.size(), inFlight.firstKey());
  }
}
