package io.metasched.resource.owner;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects one reply from each of some nodes, in any order of arrival. Confined to one thread. */
public final class ReplyCollector<A> {
  private final List<@Nullable A> answers;
  private final TreeMap<Integer, Integer> awaited = new TreeMap<>();

  /**
   * @param nodes the distinct nodes that are asked, in the order in which the answers are wanted
   */
  public ReplyCollector(List<Integer> nodes) {
    answers = new ArrayList<>(nodes.size());
    for (int node : nodes) {
      awaited.put(node, answers.size());
      answers.add(null);
    }
  }

  /** Whether the node's answer is still to come. */
  public boolean awaits(int node) {
    return awaited.containsKey(node);
  }

  /** Whether no answer is still to come. */
  public boolean isComplete() {
    return awaited.isEmpty();
  }

  /** Takes a node's answer; one that is not awaited changes nothing. */
  public void put(int node, A answer) {
    var index = awaited.remove(node);
    if (index != null) {
      answers.set(index, answer);
    }
  }

  /**
   * All answers, in the order of the nodes.
   *
   * @throws IllegalStateException when some are still to come
   */
  public List<A> answers() {
    if (!isComplete()) {
      throw new IllegalStateException("answers of %s are to come".formatted(awaited.keySet()));
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
