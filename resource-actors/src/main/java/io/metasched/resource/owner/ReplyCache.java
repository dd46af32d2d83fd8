package io.metasched.resource.owner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Cache of the last replies by command, so that a repeated command gets the same reply and is not
 * executed again.
 *
 * <p>The cache is bounded and drops the oldest reply first. It keeps the highest number of each
 * issuer's dropped commands. A command up to that number may have been executed already and must
 * not be accepted again. Confined to one thread.
 */
public final class ReplyCache<R> {
  private final int capacity;
  private final LinkedHashMap<CommandId, R> answers = new LinkedHashMap<>();
  private final LinkedHashMap<Integer, Greatest> forgotten = new LinkedHashMap<>(16, 0.75f, true);

  /** Greatest number of an issuer's dropped commands. */
  private static final class Greatest {
    private long number = -1;
  }

  /**
   * @param capacity maximum number of replies kept, and of issuers whose dropped commands are
   *     known; at least 1
   */
  public ReplyCache(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, but is " + capacity);
    }
    this.capacity = capacity;
  }

  /** Returns the reply to a command, if the reply is cached. */
  public Optional<R> of(CommandId id) {
    return Optional.ofNullable(answers.get(id));
  }

  /** Returns whether the command is so old that a reply to it would have been dropped. */
  public boolean isTooOld(CommandId id) {
    var last = forgotten.get(id.issuer());
    return last != null && id.number() <= last.number && !answers.containsKey(id);
  }

  /** Stores a reply, and drops the oldest replies beyond the capacity. */
  public void add(CommandId id, R answer) {
    answers.put(id, answer);
    if (answers.size() > capacity) {
      var oldest = answers.keySet().iterator();
      forget(oldest.next());
      oldest.remove();
    }
  }

  /** Replaces the reply to a command, if the reply is cached. */
  public void replace(CommandId id, R answer) {
    answers.replace(id, answer);
  }

  /** Returns the kept replies by command, oldest first. */
  public Map<CommandId, R> answers() {
    return Collections.unmodifiableMap(answers);
  }

  /**
   * Returns the command with the highest number of each issuer among those whose replies were
   * dropped.
   */
  public List<CommandId> forgotten() {
    var greatest = new ArrayList<CommandId>(forgotten.size());
    forgotten.forEach((issuer, last) -> greatest.add(new CommandId(issuer, last.number)));
    return greatest;
  }

  /**
   * Marks the replies to these commands, and to earlier commands of the same issuers, as dropped.
   */
  public void forget(List<CommandId> commands) {
    commands.forEach(this::forget);
  }

  /**
   * Restores the replies of another cache.
   *
   * @param forgotten commands that the other cache returns as {@link #forgotten}
   * @param replies replies of the other cache, oldest first
   * @param id function that returns the command of a reply
   */
  public void restore(
      List<CommandId> forgotten, List<? extends R> replies, Function<? super R, CommandId> id) {
    forget(forgotten);
    replies.forEach(reply -> add(id.apply(reply), reply));
  }

  private void forget(CommandId id) {
    var last = forgotten.computeIfAbsent(id.issuer(), g -> new Greatest()); // moved to the end
    last.number = Math.max(last.number, id.number());
    if (forgotten.size() > capacity) {
      forgotten.remove(forgotten.keySet().iterator().next());
    }
  }
}
