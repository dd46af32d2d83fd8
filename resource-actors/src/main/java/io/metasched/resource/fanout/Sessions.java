package io.metasched.resource.fanout;

import io.metasched.resource.owner.CommandId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The planning sessions of a domain, by the command that opened them. Bounded.
 *
 * <p>Commands for a session that is being opened wait until it is open, so that their outcome does
 * not depend on how long opening takes. Confined to one thread.
 *
 * @param <W> what may wait
 */
public final class Sessions<W> {
  private final int mostSessions;
  private final int mostWaiting;
  private final TreeMap<CommandId, DomainSession> open = new TreeMap<>();
  private final TreeMap<CommandId, LinkedHashMap<CommandId, W>> opening = new TreeMap<>();

  /**
   * @param mostSessions most sessions open or being opened
   * @param mostWaiting most that may wait for one session
   */
  public Sessions(int mostSessions, int mostWaiting) {
    this.mostSessions = mostSessions;
    this.mostWaiting = mostWaiting;
  }

  /** Whether no more sessions can be opened now. */
  public boolean isFull() {
    return open.size() + opening.size() >= mostSessions;
  }

  /** A session is going to be opened. */
  public void begin(CommandId session) {
    opening.put(session, new LinkedHashMap<>());
  }

  /** Registers an opened session. */
  public void open(CommandId session, DomainSession slots) {
    open.put(session, slots);
  }

  /** Ends the opening, whether it succeeded or not; returns what has waited for it, in order. */
  public List<W> settle(CommandId session) {
    var waited = opening.remove(session);
    return waited == null ? List.of() : List.copyOf(waited.values());
  }

  /** Whether commands for the session have to wait. */
  public boolean isOpening(CommandId session) {
    return opening.containsKey(session);
  }

  /**
   * Lets something wait for a session that is being opened.
   *
   * @param key what takes the place of another with the same key; the session's own id is for its
   *     closing, for which there is always room
   * @return false when too much waits already
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

  /** The session, where it is open. */
  public Optional<DomainSession> find(CommandId session) {
    return Optional.ofNullable(open.get(session));
  }

  /** Forgets a session that is open; nothing happens where it is not. */
  public void close(CommandId session) {
    var closed = open.remove(session);
    if (closed != null) {
      closed.close();
    }
  }
}
