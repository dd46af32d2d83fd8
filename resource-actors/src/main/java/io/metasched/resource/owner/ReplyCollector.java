package io.metasched.resource.owner;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collector of one reply from each of some nodes, in any order of arrival. Confined to one thread.
 */
public final class ReplyCollector<A> {
  private final List<@Nullable A> answers;
  private final TreeMap<Integer, Integer> awaited = new TreeMap<>();

  /**
   * @param nodes the distinct nodes asked, in the order of the results
   */
  public ReplyCollector(List<Integer> nodes) {
    answers = new ArrayList<>(nodes.size());
    for (int node : nodes) {
      awaited.put(node, answers.size());
      answers.add(null);
    }
  }

  /** Returns whether the node's answer is outstanding. */
  public boolean awaits(int node) {
    return awaited.containsKey(node);
  }

  /** Returns whether no answer is outstanding. */
  public boolean isComplete() {
    return awaited.isEmpty();
  }

  /** Stores a node's answer; an answer that is not expected changes nothing. */
  public void put(int node, A answer) {
    var index = awaited.remove(node);
    if (index != null) {
      answers.set(index, answer);
    }
  }

  /**
   * Returns all answers, in the order of the nodes.
   *
   * @throws IllegalStateException if answers are outstanding
   */
  public List<A> answers() {
    if (!isComplete()) {
      throw new IllegalStateException(
          "answers of %s are still missing".formatted(awaited.keySet()));
    }
    var all = new ArrayList<A>(answers.size());
    for (var answer : answers) {
      if (answer != null) {
        all.add(answer);
      }
    }
    return all;
  }
}
