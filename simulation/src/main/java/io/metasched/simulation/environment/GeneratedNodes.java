package io.metasched.simulation.environment;

import io.metasched.resource.model.Node;
import io.metasched.simulation.environment.EnvironmentGenerator.NodeSettings;
import io.metasched.simulation.random.Seeds;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Generated nodes by id. Each is generated from seeds of its own when it is first asked for, so
 * that a JVM generates the nodes of its own domains and no others. Unmodifiable, and safe for
 * several threads: a node that two of them generate at the same time is the same node.
 */
final class GeneratedNodes extends AbstractList<Node> implements RandomAccess {
  private static final int SAMPLE = 64;

  private final NodeSettings settings;
  private final Seeds seeds;
  private final @Nullable Node[] generated;

  GeneratedNodes(NodeSettings settings, Seeds seeds) {
    this.settings = settings;
    this.seeds = seeds;
    generated = new Node[settings.nodes()];
  }

  @Override
  public Node get(int id) {
    var known = generated[Objects.checkIndex(id, generated.length)];
    if (known != null) {
      return known;
    }
    var node = EnvironmentGenerator.node(id, settings, seeds);
    generated[id] = node;
    return node;
  }

  @Override
  public int size() {
    return generated.length;
  }

  /** Returns the domain of a node, which is not generated for it. */
  int domainOf(int id) {
    return EnvironmentGenerator.domainOf(Objects.checkIndex(id, generated.length), settings);
  }

  /** Returns nodes between whose performances, prices and powers those of all others lie. */
  List<Node> extremes() {
    return EnvironmentGenerator.extremes(settings, seeds);
  }

  /**
   * Returns texts that are equal in all JVMs that generate the same nodes: what they are generated
   * from, and a sample, which shows a JVM that counts otherwise.
   */
  Stream<String> fingerprint() {
    int step = Math.max(1, size() / SAMPLE);
    var sample = IntStream.iterate(0, id -> id < size(), id -> id + step).mapToObj(this::get);
    return Stream.concat(Stream.of(settings, seeds), sample).map(Object::toString);
  }
}
