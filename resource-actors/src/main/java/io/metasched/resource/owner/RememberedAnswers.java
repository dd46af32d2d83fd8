package io.metasched.resource.owner;

import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * The last answers given, by the command that was answered, so that a repeated command gets the
 * same answer and is not carried out again.
 *
 * <p>Bounded: the oldest answer is forgotten first. Of what was forgotten the greatest number of
 * each giver is kept; a command up to that number may have been carried out already and must not be
 * taken again. Confined to one thread.
 */
public final class RememberedAnswers<R> {
  private final int capacity;
  private final LinkedHashMap<CommandId, R> answers = new LinkedHashMap<>();
  private final LinkedHashMap<Integer, Greatest> forgotten = new LinkedHashMap<>(16, 0.75f, true);

  /** The greatest number of a giver's forgotten commands. */
  private static final class Greatest {
    private long number = -1;
  }

  /**
   * @param capacity most answers remembered, and most givers whose forgotten commands are known; at
   *     least 1
   */
  public RememberedAnswers(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, but is " + capacity);
    }
    this.capacity = capacity;
  }

  /** The answer to a command that is remembered. */
  public Optional<R> of(CommandId id) {
    return Optional.ofNullable(answers.get(id));
  }

  /** Whether the command is so old that its answer, if it had one, is forgotten. */
  public boolean isTooOld(CommandId id) {
    var last = forgotten.get(id.giver());
    return last != null && id.number() <= last.number && !answers.containsKey(id);
  }

  /** Remembers an answer, and forgets the oldest where there are too many. */
  public void remember(CommandId id, R answer) {
    answers.put(id, answer);
    if (answers.size() > capacity) {
      var oldest = answers.keySet().iterator();
      forget(oldest.next());
      oldest.remove();
    }
  }

  /** Puts another answer in the place of one that is remembered. */
  public void replace(CommandId id, R answer) {
    answers.replace(id, answer);
  }

  private void forget(CommandId id) {
    var last = forgotten.computeIfAbsent(id.giver(), g -> new Greatest()); // is the last again
    last.number = Math.max(last.number, id.number());
    if (forgotten.size() > capacity) {
      forgotten.remove(forgotten.keySet().iterator().next());
    }
  }
}
