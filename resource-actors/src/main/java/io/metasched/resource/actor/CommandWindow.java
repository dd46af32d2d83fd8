package io.metasched.resource.actor;

import io.metasched.resource.owner.CommandId;
import java.util.ArrayDeque;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Window of one issuer's commands without a reply. Up to a limit, commands are in flight; the
 * others wait, and are sent in order as replies arrive. No burst therefore exceeds the capacity of
 * its receivers. Confined to the issuer's actor.
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
   * @param issuer issuer of the commands
   * @param first number of the first command; later ones get consecutive numbers
   * @param limit maximum number of commands in flight, at least 1
   */
  public CommandWindow(int issuer, long first, int limit) {
    Require.atLeast("limit", 1, limit);
    this.issuer = issuer;
    this.limit = limit;
    next = first;
  }

  /**
   * Sends a command, or queues it until others are answered.
   *
   * @param command function that sends it under an id, called again when the command is repeated
   * @return id of the command
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
   * Accepts a reply, and sends the commands that waited for it.
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

  /** Sends all commands in flight again, with unchanged ids. */
  public void repeat() {
    inFlight.forEach((id, command) -> command.accept(id));
  }

  /** Returns whether all commands have their replies. */
  public boolean isEmpty() {
    return inFlight.isEmpty();
  }

  /** Returns the number of commands sent so far, without repetitions. */
  public long sent() {
    return sent;
  }

  /** Returns the number of unanswered commands and the first of them, for a message. */
  @Override
  public String toString() {
    return isEmpty()
        ? "no command"
        : "%d commands from %s on".formatted(inFlight.size() + waiting.size(), inFlight.firstKey());
  }
}
