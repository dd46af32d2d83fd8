package io.metasched.simulation.system.cyclic.environment;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.Pricing;
import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.input.InputFile;
import io.metasched.simulation.input.Numbering;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.Trace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Resources of a scenario under the terms of their owners: nodes and local jobs, which are read
 * from the files that the scenario names, or generated. Files are read once; everything else is
 * derived from seeds.
 */
public final class ScenarioResources {
  private static final String AT_LOGGED_STARTS = "local jobs start at their starts in the log";

  private final ResourceTerms terms;
  private final @Nullable List<NodeEntry> entries;
  private final ResourceNames names;
  private final SortedMap<Integer, LocalWork>
      logged; // by node; the local load of other nodes is generated
  private final List<String> notes;

  private ScenarioResources(
      ResourceTerms terms,
      @Nullable List<NodeEntry> entries,
      ResourceNames names,
      SortedMap<Integer, LocalWork> logged,
      List<String> notes) {
    this.terms = terms;
    this.entries = entries;
    this.names = names;
    this.logged = logged;
    this.notes = notes;
  }

  private ScenarioResources(
      ResourceTerms terms, @Nullable List<NodeEntry> entries, ResourceNames names) {
    this(terms, entries, names, Collections.emptySortedMap(), List.of());
  }

  /**
   * Reads the nodes, if there is a file of them.
   *
   * @param nodesFile file of nodes; empty to generate them
   * @param faults receives the faults of the file
   * @throws io.metasched.simulation.input.InputException if the file cannot be used
   */
  public static ScenarioResources read(
      ResourceTerms terms, Optional<Path> nodesFile, InputFaults faults) {
    if (nodesFile.isEmpty()) {
      return new ScenarioResources(terms, null, ResourceNames.NONE);
    }
    var entries = new ArrayList<NodeEntry>();
    var places = new TreeMap<String, String>();
    InputFile.read(
        NodeEntry.FORMAT,
        nodesFile.get(),
        faults,
        (entry, place) -> {
          var before = places.putIfAbsent(entry.name(), place);
          if (before != null) {
            faults.add(
                place + ": column id",
                "a name that no other node has; line " + lineOf(before) + " has the same",
                entry.name());
          }
          entries.add(entry);
        });
    faults.requireNone();
    if (entries.isEmpty()) {
      throw faults.fatal(PrintableText.line(nodesFile.get() + ": has no node"));
    }
    var domains = new LinkedHashSet<String>();
    entries.forEach(entry -> domains.add(entry.domain()));
    var names =
        new ResourceNames(
            Numbering.of(entries.stream().map(NodeEntry::name).toList()), Numbering.of(domains));
    entries.sort(
        Comparator.comparingInt(entry -> names.nodes().number(entry.name()).orElseThrow()));
    return new ScenarioResources(terms, entries, names);
  }

  private static String lineOf(String place) {
    return place.substring(place.lastIndexOf(':') + 1);
  }

  /** Returns the number of nodes. */
  public int size() {
    return entries == null ? terms.common().nodes().nodes() : entries.size();
  }

  /** Returns remarks on the resources. */
  public List<String> notes() {
    return notes;
  }

  /** Returns a copy with the given number of generated nodes. */
  public ScenarioResources withCount(int count) {
    return new ScenarioResources(terms.withCount(count), entries, names, logged, notes);
  }

  private int domains() {
    if (entries == null) {
      return Math.min(terms.common().nodes().domains(), Math.max(1, size()));
    }
    return (int) entries.stream().map(NodeEntry::domain).distinct().count();
  }

  /** Checks that each section of a domain or a node names an existing domain or node. */
  private void requireKnown(InputFaults faults) {
    terms
        .domains()
        .forEach(
            (name, own) -> {
              if (number(names.domains(), name, domains()) < 0) {
                faults.add(unknown(own.origin(), "domain", name, names.domains(), domains()));
              }
            });
    terms
        .nodes()
        .forEach(
            (name, own) -> {
              if (number(names.nodes(), name, size()) < 0) {
                faults.add(unknown(own.origin(), "node", name, names.nodes(), size()));
              }
            });
    faults.requireNone();
  }

  private static int number(Numbering names, String name, int count) {
    int number = names.number(name).orElse(-1);
    return number < count ? number : -1;
  }

  private static String unknown(
      String place, String what, String name, Numbering names, int count) {
    var known =
        names.size() == 0
            ? "they are 0 to " + (count - 1)
            : names.size() <= 20
                ? "they are " + String.join(", ", names.names())
                : "there are " + count;
    return "%s: no %s is called %s%s; %s"
        .formatted(
            place,
            what,
            PrintableText.quoted(name),
            SpellingHint.hint(name, names.names()),
            PrintableText.line(known));
  }

  // --- local jobs

  /**
   * Returns a copy with the local jobs of a file, if there is one; the number of nodes must be
   * known.
   *
   * @throws io.metasched.simulation.input.InputException if the file cannot be used, or if terms
   *     name a domain or a node that does not exist
   */
  public ScenarioResources withLocal(Optional<Path> file, InputFaults faults) {
    requireKnown(faults);
    if (file.isEmpty()) {
      return this;
    }
    var members = new TreeMap<Integer, List<Integer>>();
    for (int node = 0; node < size(); node++) {
      members.computeIfAbsent(domainOf(node), domain -> new ArrayList<>()).add(node);
    }
    var turns = new TreeMap<Integer, Integer>();
    var jobs = new ArrayList<LoggedLocalWork.Job>();
    InputFile.read(
        LocalEntry.FORMAT,
        file.get(),
        faults,
        (entry, place) -> {
          for (int node : nodesOf(entry, place, members, turns, faults)) {
            var span = Span.of(entry.startTick(), entry.lengthTicks());
            jobs.add(new LoggedLocalWork.Job(node, entry.planned(), span, place));
          }
        });
    faults.requireNone();
    var work = new LoggedLocalWork(jobs, faults);
    faults.requireNone();
    var ofAll = new TreeMap<Integer, LocalWork>();
    for (int node = 0; node < size(); node++) {
      ofAll.put(node, work);
    }
    return new ScenarioResources(terms, entries, names, ofAll, notes);
  }

  /**
   * Returns a copy with local jobs from logs, if terms name logs. The nodes of a domain with its
   * own log run the jobs of that log; all other nodes run the jobs of the common log, if there is
   * one.
   *
   * @param traces reader of logs
   * @throws IllegalArgumentException if a log has too many jobs; the message names the log
   */
  public ScenarioResources withLocalLogs(Function<LocalLog, Trace> traces) {
    var machines = new TreeMap<String, List<Integer>>(); // by domain with a log; "" for the others
    for (int node = 0; node < size(); node++) {
      var domain = names.domains().label(domainOf(node));
      var own = terms.domains().get(domain);
      var machine = own != null && own.log().isPresent() ? domain : "";
      machines.computeIfAbsent(machine, each -> new ArrayList<>()).add(node);
    }
    var logs = new TreeMap<String, LocalLog>();
    terms.commonLog().ifPresent(log -> logs.put("", log));
    terms.domains().forEach((name, own) -> own.log().ifPresent(log -> logs.put(name, log)));
    var work = new TreeMap<>(logged);
    var allNotes = new ArrayList<>(notes);
    logs.forEach(
        (name, log) -> {
          var nodes = machines.getOrDefault(name, List.of());
          if (!nodes.isEmpty()) {
            var trace = traces.apply(log);
            var machine = machine(log, trace, nodes.size());
            allNotes.add(machine.note(log, name, nodes.size()));
            allNotes.addAll(trace.malformed().notes());
            allNotes.addAll(trace.notes());
            allNotes.addAll(Dependencies.ignored(trace.jobs(), AT_LOGGED_STARTS).notes());
            var local = machine.work(log, nodes);
            nodes.forEach(node -> work.put(node, local));
          }
        });
    return new ScenarioResources(terms, entries, names, work, allNotes);
  }

  private static LoggedMachine machine(LocalLog log, Trace trace, int nodes) {
    long first = trace.jobs().get(0).submitTicks();
    try {
      return LoggedMachine.of(trace, nodes, first);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(PrintableText.line(log.file() + ": " + e.getMessage()), e);
    }
  }

  private int domainOf(int node) {
    return entries == null
        ? node % terms.common().nodes().domains()
        : names.domains().number(entries.get(node).domain()).orElseThrow();
  }

  /**
   * Returns the nodes that run a local job; the nodes of a domain are used in round-robin order.
   */
  private List<Integer> nodesOf(
      LocalEntry entry,
      String place,
      SortedMap<Integer, List<Integer>> members,
      SortedMap<Integer, Integer> turns,
      InputFaults faults) {
    if (entry.node().isPresent()) {
      int node = number(names.nodes(), entry.node().get(), size());
      if (node < 0) {
        var column = place + ": column node";
        faults.add(unknown(column, "node", entry.node().get(), names.nodes(), size()));
      }
      return node < 0 ? List.of() : List.of(node);
    }
    var name = entry.domain().orElseThrow();
    int domain = number(names.domains(), name, domains());
    if (domain < 0) {
      var column = place + ": column domain";
      faults.add(unknown(column, "domain", name, names.domains(), domains()));
      return List.of();
    }
    var nodes = members.getOrDefault(domain, List.of());
    if (entry.nodes() > nodes.size()) {
      faults.add(
          place + ": column nodes",
          "at most %d, which domain %s has".formatted(nodes.size(), PrintableText.line(name)),
          Integer.toString(entry.nodes()));
      return List.of();
    }
    var taken = new ArrayList<Integer>();
    for (int i = 0; i < entry.nodes(); i++) {
      int turn = turns.merge(domain, 1, Integer::sum) - 1;
      taken.add(nodes.get(turn % nodes.size()));
    }
    return taken;
  }

  // --- the resources of a run

  /** Returns the resources of a run. */
  public Environment environment(Seeds seeds) {
    var common = terms.common();
    if (entries == null && logged.isEmpty() && terms.isUniform()) {
      return EnvironmentGenerator.generate(
          common.nodes(), common.pricing(), common.load(), terms.loadedShare(), seeds);
    }
    var nodes = new ArrayList<Node>();
    for (int id = 0; id < size(); id++) {
      nodes.add(node(id, seeds));
    }
    return new Environment(NodeList.of(nodes), pricing(), localWork(seeds), names);
  }

  private OwnerTerms termsOf(int domain) {
    var own = terms.domains().get(names.domains().label(domain));
    return own == null ? terms.common() : own.terms();
  }

  private Optional<OwnerTerms.OfNode> own(int node) {
    return Optional.ofNullable(terms.nodes().get(names.nodes().label(node)));
  }

  private Node node(int id, Seeds seeds) {
    int domain = domainOf(id);
    var settings = termsOf(domain).nodes();
    var entry = Optional.ofNullable(entries).map(all -> all.get(id));
    int performance =
        entry
            .map(NodeEntry::performance)
            .orElseGet(() -> EnvironmentGenerator.performance(id, terms.common().nodes(), seeds));
    long price =
        own(id)
            .flatMap(OwnerTerms.OfNode::priceMilli)
            .or(() -> entry.flatMap(NodeEntry::priceMilli))
            .orElseGet(() -> EnvironmentGenerator.price(id, performance, settings, seeds));
    long power =
        own(id)
            .flatMap(OwnerTerms.OfNode::powerMilli)
            .or(() -> entry.flatMap(NodeEntry::powerMilli))
            .orElseGet(() -> settings.powerMilliPerPerformance() * performance);
    var properties =
        entry
            .map(NodeEntry::propertyTexts)
            .orElseGet(
                () ->
                    EnvironmentGenerator.properties(
                        id, terms.common().nodes().properties(), seeds));
    return new Node(id, domain, performance, price, power, properties);
  }

  private Pricing pricing() {
    if (terms.domains().isEmpty()) {
      return terms.common().pricing();
    }
    var pricings = new ArrayList<Pricing>();
    for (int domain = 0; domain < domains(); domain++) {
      pricings.add(termsOf(domain).pricing());
    }
    return new OwnerPricing(pricings);
  }

  private LocalWork localWork(Seeds seeds) {
    var loaded = EnvironmentGenerator.loadedNodes(size(), terms.loadedShare(), seeds);
    var work = new ArrayList<LocalWork>();
    var selling = new ArrayList<List<SellingTime>>();
    for (int node = 0; node < size(); node++) {
      var domain = termsOf(domainOf(node));
      var load = own(node).flatMap(OwnerTerms.OfNode::load).orElse(domain.load());
      var ofFile = logged.get(node);
      work.add(ofFile == null ? new LocalLoad(load, loaded, seeds) : ofFile);
      selling.add(own(node).flatMap(OwnerTerms.OfNode::selling).orElse(domain.selling()));
    }
    return new OwnerLoad(work, selling);
  }
}
