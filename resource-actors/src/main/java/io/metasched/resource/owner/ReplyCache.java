package io.metasched.resource.owner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The last replies by command, so that a repeated command gets the same reply and is not carried
 * out again.
 *
 * <p>Bounded: the oldest reply is dropped first. Of the dropped commands the greatest number of
 * each issuer is kept; a command up to that number may have been carried out already and must not
 * be taken again. Confined to one thread.
 */
public final class ReplyCache<R> {
  private final int capacity;
  private final LinkedHashMap<CommandId, R> answers = new LinkedHashMap<>();
  private final LinkedHashMap<Integer, Greatest> forgotten = new LinkedHashMap<>(16, 0.75f, true);

  /** The greatest number of an issuer's dropped commands. */
  private static final class Greatest {
    private long number = -1;
  }

  /**
   * @param capacity most replies kept, and most issuers whose dropped commands are known; at least
   *     1
   */
  public ReplyCache(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, but is " + capacity);
    }
    this.capacity = capacity;
  }

  /** The reply to a command, if it is kept. */
  public Optional<R> of(CommandId id) {
    return Optional.ofNullable(answers.get(id));
  }

  /** Whether the command is so old that its reply, if it had one, has been dropped. */
  public boolean isTooOld(CommandId id) {
    var last = forgotten.get(id.issuer());
    return last != null && id.number() <= last.number && !answers.containsKey(id);
  }

  /** Keeps a reply, and drops the oldest where there are too many. */
  public void remember(CommandId id, R answer) {
    answers.put(id, answer);
    if (answers.size() > capacity) {
      var oldest = answers.keySet().iterator();
      forget(oldest.next());
      oldest.remove();
    }
  }

  /** Replaces a reply that is kept. */
  public void replace(CommandId id, R answer) {
    answers.replace(id, answer);
  }

  /** The answers that are remembered, by the command that was answered, oldest first. */
  public Map<CommandId, R> answers() {
    return Collections.unmodifiableMap(answers);
  }

  /** The command of greatest number of each issuer among those whose answers were forgotten. */
  public List<CommandId> forgotten() {
    var greatest = new ArrayList<CommandId>(forgotten.size());
    forgotten.forEach((issuer, last) -> greatest.add(new CommandId(issuer, last.number)));
    return greatest;
  }

  /** Takes the answers to these commands, and to those before, for forgotten. */
  public void forget(List<CommandId> commands) {
    commands.forEach(this::forget);
  }

  private void forget(CommandId id) {
    var last = forgotten.computeIfAbsent(id.issuer(), g -> new Greatest()); // is the last again
    last.number = Math.max(last.number, id.number());
    if (forgotten.size() > capacity) {
      forgotten.remove(forgotten.keySet().iterator().next());
    }
  }
}
