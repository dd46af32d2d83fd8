package io.metasched.service.slurm;

import io.metasched.service.plan.NodeOccupancy;
import io.metasched.service.slurm.LetterLayout.Known;
import io.metasched.service.slurm.SlurmOption.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Command that lists domains as partitions, with their nodes by state. */
final class Sinfo {
  static final OptionTable OPTIONS =
      OptionTable.of("sinfo")
          .with(
              Use.UNDERSTOOD,
              """
              format= o: fields by their letters, such as %.18N
              Node N: a line for each node
              nodes= n: these nodes
              noheader h: no heading
              partition= p: these domains
              states= t: nodes in these states
              """)
          .with(
              Use.WITHOUT_EFFECT,
              """
              all a: all domains are listed
              exact e: -
              hide: no domain is hidden
              long l: -
              responding r: -
              summarize s: -
              """)
          .with(
              Use.REFUSED,
              """
              Format= O: use --format
              dead d: use --states
              iterate= i: call it again instead
              json: use --format
              list-reasons R: use 'metasched nodes'
              reservation T: use 'metasched reserve'
              sort= S: lines are sorted by domain and state
              yaml: use --format
              """);

  private static final String USUAL = "%9P %5a %.10l %.6D %6t %N";
  private static final String NODES = "%10N %.6D %9P %6t";

  private Sinfo() {}

  /** Nodes of one domain in one state. */
  private record Group(String domain, List<NodeLine> nodes) {
    String each(Function<NodeLine, String> text) {
      return nodes.stream().map(text).distinct().collect(Collectors.joining(","));
    }
  }

  static SlurmAnswer answer(ClientView view) {
    var given = OPTIONS.parse(view.call().arguments());
    boolean areSingle = given.has("Node");
    var layout =
        LetterLayout.of(given.last("format").orElse(areSingle ? NODES : USUAL), Sinfo::known);
    var uses = NodeOccupancy.of(view.state());
    var groups = new TreeMap<String, Group>();
    var wanted = wanted(given);
    for (var node : view.fleet().nodes()) {
      var line = new NodeLine(view, node, NodeOccupancy.of(uses, node.name()));
      if (wanted.test(line)) {
        var key = node.domain() + "\0" + (areSingle ? node.name() : line.state());
        groups
            .computeIfAbsent(key, same -> new Group(node.domain(), new ArrayList<>()))
            .nodes()
            .add(line);
      }
    }
    return SlurmAnswer.of(layout.lines(!given.has("noheader"), groups.values()))
        .with(given.remarks());
  }

  private static Predicate<NodeLine> wanted(GivenOptions given) {
    var domains = given.list("partition");
    var names = given.list("nodes");
    var states = given.list("states");
    return line ->
        isAmong(domains, line.node().domain())
            && isAmong(names, line.node().name())
            && (isAmong(states, line.state()) || isAmong(states, line.compactState()));
  }

  private static boolean isAmong(Optional<List<String>> words, String word) {
    return words.isEmpty() || words.get().contains(word);
  }

  private static Optional<Known<Group>> known(char letter) {
    return Optional.ofNullable(
        switch (letter) {
          case 'P', 'R' -> new Known<Group>("PARTITION", Group::domain);
          case 'a' -> new Known<Group>("AVAIL", group -> "up");
          case 'l' -> new Known<Group>("TIMELIMIT", group -> "infinite");
          case 'D' -> new Known<Group>("NODES", group -> String.valueOf(group.nodes().size()));
          case 't' -> new Known<Group>("STATE", group -> group.each(NodeLine::compactState));
          case 'T' -> new Known<Group>("STATE", group -> group.each(NodeLine::state));
          case 'N', 'n' ->
              new Known<Group>("NODELIST", group -> group.each(line -> line.node().name()));
          case 'c' -> new Known<Group>("CPUS", group -> group.each(NodeLine::cpus));
          case 'm' -> new Known<Group>("MEMORY", group -> group.each(NodeLine::memory));
          case 'f', 'b' ->
              new Known<Group>("AVAIL_FEATURES", group -> group.each(NodeLine::features));
          case 'G' -> new Known<Group>("GRES", group -> "(null)");
          case 'E' -> new Known<Group>("REASON", group -> "none");
          default -> null;
        });
  }
}
