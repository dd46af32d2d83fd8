package io.metasched.resource.fanout;

import io.metasched.resource.owner.CommandId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Planning sessions of a domain, by the command that opened them. Their number is bounded.
 *
 * <p>Commands for a session that is being opened wait until it is open, so that their outcome does
 * not depend on the duration of the opening. Confined to one thread.
 *
 * @param <W> type of waiting commands
 */
public final class Sessions<W> {
  private final int mostSessions;
  private final int mostWaiting;
  private final TreeMap<CommandId, DomainSession> open = new TreeMap<>();
  private final TreeMap<CommandId, LinkedHashMap<CommandId, W>> opening = new TreeMap<>();

  /**
   * @param mostSessions maximum number of sessions open or being opened
   * @param mostWaiting maximum number of commands that wait for one session
   */
  public Sessions(int mostSessions, int mostWaiting) {
    this.mostSessions = mostSessions;
    this.mostWaiting = mostWaiting;
  }

  /** Returns whether no more sessions can be opened now. */
  public boolean isFull() {
    return open.size() + opening.size() >= mostSessions;
  }

  /** Registers a session that is being opened. */
  public void begin(CommandId session) {
    opening.put(session, new LinkedHashMap<>());
  }

  public void open(CommandId session, DomainSession slots) {
    open.put(session, slots);
  }

  /**
   * Ends the opening of a session, whether it succeeded or not. Returns the commands that waited
   * for the session, in order.
   */
  public List<W> settle(CommandId session) {
    var waited = opening.remove(session);
    return waited == null ? List.of() : List.copyOf(waited.values());
  }

  /** Returns whether commands for the session have to wait. */
  public boolean isOpening(CommandId session) {
    return opening.containsKey(session);
  }

  /**
   * Queues a command for a session that is being opened.
   *
   * @param key key of the command, which replaces a waiting command with the same key. The
   *     session's id is the key of its closing, for which there is always room
   * @return false if the session is not being opened, or too many commands wait already
   */
  public boolean await(CommandId session, CommandId key, W what) {
    var waiting = opening.get(session);
    if (waiting == null) {
      return false;
    }
    if (waiting.size() >= mostWaiting && !waiting.containsKey(key) && !key.equals(session)) {
      return false;
    }
    waiting.put(key, what);
    return true;
  }

  /** Returns the session if it is open. */
  public Optional<DomainSession> find(CommandId session) {
    return Optional.ofNullable(open.get(session));
  }

  /** Removes a session if it is open. */
  public void close(CommandId session) {
    var closed = open.remove(session);
    if (closed != null) {
      closed.close();
    }
  }
}
