package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SortedTreeTest {
  private static final int STEPS = 5000;
  private static final int KEYS = 300;

  @Test
  void itIsATreeMapThatKeepsItsPast() {
    var random = new Random(1);
    var twin = new TreeMap<Integer, Integer>();
    var tree = SortedTree.<Integer, Integer>empty();
    var past = new ArrayList<SortedTree<Integer, Integer>>();
    var pastTwins = new ArrayList<TreeMap<Integer, Integer>>();
    for (int step = 0; step < STEPS; step++) {
      int key = random.nextInt(KEYS);
      if (random.nextInt(3) == 0) {
        tree = tree.without(key);
        twin.remove(key);
      } else {
        tree = tree.with(key, step);
        twin.put(key, step);
      }
      if (step % 500 == 0) {
        past.add(tree);
        pastTwins.add(new TreeMap<>(twin));
      }
      assertThat(tree.size()).isEqualTo(twin.size());
      assertThat(tree.get(key).isPresent()).isEqualTo(twin.containsKey(key));
    }

    past.add(tree);
    pastTwins.add(twin);
    for (int i = 0; i < past.size(); i++) {
      assertSame(past.get(i), pastTwins.get(i));
    }
  }

  private static void assertSame(
      SortedTree<Integer, Integer> tree, NavigableMap<Integer, Integer> twin) {
    assertThat(keys(tree.entries())).isEqualTo(List.copyOf(twin.keySet()));
    for (int key = -1; key <= KEYS; key += 7) {
      assertThat(keys(tree.from(key, true)))
          .isEqualTo(List.copyOf(twin.tailMap(key, true).keySet()));
      assertThat(keys(tree.from(key, false)))
          .isEqualTo(List.copyOf(twin.tailMap(key, false).keySet()));
      assertThat(keys(tree.below(key)))
          .isEqualTo(List.copyOf(twin.headMap(key, false).descendingMap().keySet()));
    }
    assertThat(keys(tree.below(null))).isEqualTo(List.copyOf(twin.descendingMap().keySet()));
  }

  @Test
  void manyKeysInOrderMakeNoDeepTree() {
    var tree = SortedTree.<Integer, Integer>empty();
    for (int key = 0; key < 200_000; key++) {
      tree = tree.with(key, key);
    }

    // a list of that depth would overflow the stack of with()
    assertThat(tree.with(-1, 0).size()).isEqualTo(200_001);
  }

  @Test
  void theChangesSinceAnyOtherTreeAreFound() {
    var random = new Random(2);
    for (int round = 0; round < 300; round++) {
      var before = drawn(random, SortedTree.empty(), random.nextInt(200));
      var after = drawn(random, before, random.nextInt(round % 10 == 0 ? 400 : 20));

      assertThat(changes(before, after)).isEqualTo(naiveChanges(before, after));
      assertThat(changes(after, before)).isEqualTo(naiveChanges(after, before));
      assertThat(changes(after, after)).isEmpty();
    }
  }

  private static SortedTree<Integer, String> drawn(
      Random random, SortedTree<Integer, String> tree, int steps) {
    for (int step = 0; step < steps; step++) {
      int key = random.nextInt(KEYS);
      boolean isOut = random.nextInt(3) == 0;
      // a new object each time
      tree = isOut ? tree.without(key) : tree.with(key, random.nextInt() + "");
    }
    return tree;
  }

  private static List<String> changes(
      SortedTree<Integer, String> before, SortedTree<Integer, String> after) {
    var changes = new ArrayList<String>();
    after.changesSince(before, (key, old, now) -> changes.add(key + ": " + old + " " + now));
    return changes;
  }

  private static List<String> naiveChanges(
      SortedTree<Integer, String> before, SortedTree<Integer, String> after) {
    var changes = new ArrayList<String>();
    for (int key = 0; key < KEYS; key++) {
      var old = before.get(key);
      var now = after.get(key);
      if (!old.equals(now)) {
        changes.add(key + ": " + old + " " + now);
      }
    }
    return changes;
  }

  @Test
  void sharedSubtreesAreSkipped() {
    var before = SortedTree.<Counted, Integer>empty();
    for (int key = 0; key < 100_000; key++) {
      before = before.with(new Counted(key), key);
    }
    var after = before.with(new Counted(70_000), -1).with(new Counted(100_000), 0);
    after = after.without(new Counted(3));
    Counted.comparisons = 0;

    var changed = new ArrayList<Integer>();
    after.changesSince(before, (key, old, now) -> changed.add(key.number()));

    assertThat(changed).containsExactly(3, 70_000, 100_000);
    assertThat(Counted.comparisons).isLessThan(1000);
  }

  /** Key that counts its comparisons. */
  private record Counted(int number) implements Comparable<Counted> {
    private static int comparisons;

    @Override
    public int compareTo(Counted other) {
      comparisons++;
      return Integer.compare(number, other.number);
    }
  }

  private static List<Integer> keys(Iterable<SortedTree.Entry<Integer, Integer>> entries) {
    var keys = new ArrayList<Integer>();
    entries.forEach(each -> keys.add(each.key()));
    return keys;
  }

  /** Checks the depth: in a balanced tree of n keys, no key is deeper than 1.45 times log2 n. */
  @ParameterizedTest
  @ValueSource(ints = {1, -1, 1597, 2048})
  void aKeyIsFoundInFewStepsWhateverTheOrderOfKeys(int stride) {
    int count = 4095;
    var tree = SortedTree.<Counted, Integer>empty();
    for (int i = 0; i < count; i++) {
      tree = tree.with(new Counted(Math.floorMod(i * stride, count)), i);
    }

    assertThat(tree.size()).isEqualTo(count);
    assertThat(mostSteps(tree, count)).isLessThanOrEqualTo(17);
    for (int i = 0; i < count - 63; i++) {
      tree = tree.without(new Counted(Math.floorMod(i * stride, count)));
    }
    assertThat(tree.size()).isEqualTo(63);
    assertThat(mostSteps(tree, count)).isLessThanOrEqualTo(8);
  }

  private static int mostSteps(SortedTree<Counted, Integer> tree, int count) {
    int most = 0;
    for (int key = 0; key < count; key++) {
      Counted.comparisons = 0;
      tree.get(new Counted(key));
      most = Math.max(most, Counted.comparisons);
    }
    return most;
  }
}
