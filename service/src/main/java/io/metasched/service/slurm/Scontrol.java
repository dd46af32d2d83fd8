package io.metasched.service.slurm;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.api.MemberNames;
import io.metasched.service.api.Problem;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.NodeLoss;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.plan.NodeOccupancy;
import io.metasched.service.slurm.SlurmOption.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Command that shows one job, node or domain, and the configuration. */
public final class Scontrol {
  static final OptionTable OPTIONS =
      OptionTable.of("scontrol")
          .with(
              Use.UNDERSTOOD,
              """
              oneliner o: one line for each entity
              """)
          .with(
              Use.WITHOUT_EFFECT,
              """
              all a: all domains are shown
              details d: -
              future F: -
              hide: no domain is hidden
              local: one cluster
              """)
          .with(
              Use.REFUSED,
              """
              json: use squeue --format
              uid= u: jobs run as the user of their account
              yaml: use squeue --format
              """);

  private static final String ALLOWED =
      "allowed is ping, update with JobId= and Priority=, or show with config, job, jobs, node,"
          + " nodes, partition, hostnames or hostlist";

  private Scontrol() {}

  /**
   * Update of the priority of jobs.
   *
   * @param ids jobs and arrays
   */
  public record Update(List<String> ids, int priority) {
    /** Returns the change of each job and array. */
    public JobCommands.Change change() {
      return new JobCommands.Change(
          Optional.empty(), Optional.empty(), Optional.of(priority), Optional.empty());
    }

    /** Returns the refusal of the priority. */
    public ClientFaultException refusal(Problem why) {
      var names = MemberNames.of("/priority: Priority");
      return new ClientFaultException(names.in(String.valueOf(why.getMessage())));
    }
  }

  /**
   * Returns the update that a client wants; empty for a command that changes nothing.
   *
   * @throws ClientFaultException for invalid arguments
   */
  public static Optional<Update> update(ClientView view) {
    var words = OPTIONS.parse(view.call().arguments()).operands();
    if (words.isEmpty() || !words.get(0).equals("update")) {
      return Optional.empty();
    }
    var jobs = new ArrayList<String>();
    var priority = Optional.<Integer>empty();
    for (var word : words.subList(1, words.size())) {
      var parts = word.split("=", 2);
      switch (parts[0].toLowerCase(Locale.ROOT)) {
        case "jobid", "job" -> jobs.addAll(GivenOptions.items(after(word)));
        case "priority" -> priority = Optional.of(Sbatch.priority("Priority", after(word)));
        default ->
            throw new ClientFaultException(
                "%s: only the Priority of a job can be updated; see 'metasched change'"
                    .formatted(word));
      }
    }
    if (jobs.isEmpty() || priority.isEmpty()) {
      throw new ClientFaultException("update: JobId=JOB[,JOB...] and Priority=N are necessary");
    }
    return Optional.of(
        new Update(jobs.stream().flatMap(job -> ids(view, job)).toList(), priority.get()));
  }

  private static Stream<String> ids(ClientView view, String number) {
    var whole = view.id(number);
    var ids =
        whole
            .map(Stream::of)
            .orElseGet(() -> view.jobs(number).stream().map(JobRecord::id))
            .toList();
    if (ids.isEmpty()) {
      throw new ClientFaultException("JobId=%s: Invalid job id specified".formatted(number));
    }
    return ids.stream();
  }

  static SlurmAnswer answer(ClientView view) {
    var given = OPTIONS.parse(view.call().arguments());
    var words = given.operands();
    if (words.equals(List.of("ping"))) {
      return SlurmAnswer.of("Slurmctld(primary) at %s is UP\n".formatted(ClientView.CLUSTER));
    } else if (words.size() < 2 || !words.get(0).equals("show")) {
      throw new ClientFaultException(
          "invalid keyword: %s; %s".formatted(String.join(" ", words), ALLOWED));
    }
    var name = words.size() > 2 ? words.get(2) : "";
    var entities =
        switch (words.get(1).replaceFirst("=.*", "")) {
          case "config" -> List.of(config());
          case "job", "jobs", "jobid" -> jobs(view, name.isEmpty() ? after(words.get(1)) : name);
          case "node", "nodes" -> nodes(view, name.isEmpty() ? after(words.get(1)) : name);
          case "partition", "partitions" -> partitions(view, name);
          case "hostnames", "hostname" -> List.of(hostnames(view, name));
          case "hostlist" -> List.of(name + "\n");
          default ->
              throw new ClientFaultException(
                  "invalid entity: %s; %s".formatted(words.get(1), ALLOWED));
        };
    return SlurmAnswer.of(
        entities.stream()
            .map(
                text ->
                    given.has("oneliner")
                        ? text.strip().replaceAll("\\s*\n\\s*", " ") + "\n"
                        : text)
            .collect(Collectors.joining(given.has("oneliner") ? "" : "\n")));
  }

  private static String after(String word) {
    return word.indexOf('=') < 0 ? "" : word.substring(word.indexOf('=') + 1);
  }

  private static String config() {
    return """
    Configuration data of metasched
    AccountingStorageType   = accounting_storage/slurmdbd
    ClusterName             = %s
    MaxArraySize            = 4194304
    MinJobAge               = %d sec
    SLURM_VERSION           = 22.05.8
    """
        .formatted(ClientView.CLUSTER, ClientView.MIN_JOB_AGE.toSeconds());
  }

  private static List<String> jobs(ClientView view, String number) {
    var jobs = new ArrayList<JobRecord>();
    if (number.isEmpty()) {
      view.state().openJobs().forEach(jobs::add);
      jobs.removeIf(job -> !view.maySee(job));
    } else {
      jobs.addAll(view.jobs(number));
      if (jobs.isEmpty()) {
        throw new ClientFaultException("slurm_load_jobs error: Invalid job id specified");
      }
    }
    return jobs.stream().map(job -> job(new JobLine(view, job))).toList();
  }

  private static String job(JobLine line) {
    return """
    JobId=%s JobName=%s
       UserId=%s GroupId=%s Priority=%s Account=%s QOS=normal
       JobState=%s Reason=%s Dependency=%s
       Requeue=%d Restarts=%d BatchFlag=1 ExitCode=%s
       RunTime=%s TimeLimit=%s
       SubmitTime=%s StartTime=%s EndTime=%s
       Partition=%s NodeList=%s BatchHost=%s
       NumNodes=%d NumCPUs=%s MinMemoryNode=%s Features=%s
       Command=%s
       WorkDir=%s
       StdOut=%s
       Comment=%s
    """
        .formatted(
            line.number(),
            shown(line.job().spec().name()),
            line.view().user(line.job()),
            line.view().user(line.job()),
            line.priority(),
            line.job().spec().account(),
            line.state(),
            line.reason(),
            orNull(line.dependencies()),
            line.job().spec().onNodeLoss() == NodeLoss.REQUEUE ? 1 : 0,
            line.job().attempt() - 1,
            line.exitCode(),
            line.elapsed(),
            line.accountedLimit(),
            line.submitTime(),
            line.startTime(),
            line.endTime(),
            line.partition(),
            orNull(line.nodes()),
            orNull(line.nodes()),
            line.job().spec().nodes(),
            line.cpus(),
            line.memory(),
            orNull(line.features()),
            shown(line.kept("command")),
            shown(line.workFolder()),
            shown(line.output()),
            shown(line.kept("comment")));
  }

  /** Returns a text of a user, which must not begin a line of its own. */
  private static String shown(String text) {
    return PrintableText.replaced(text, ' ');
  }

  private static String orNull(String text) {
    return text.isEmpty() ? "(null)" : text;
  }

  private static List<String> nodes(ClientView view, String name) {
    var uses = NodeOccupancy.of(view.state());
    var texts =
        view.fleet().nodes().stream()
            .filter(node -> name.isEmpty() || node.name().equals(name))
            .map(node -> new NodeLine(view, node, NodeOccupancy.of(uses, node.name())))
            .map(Scontrol::node)
            .toList();
    if (texts.isEmpty()) {
      throw new ClientFaultException("Node %s not found".formatted(name));
    }
    return texts;
  }

  private static String node(NodeLine line) {
    return """
    NodeName=%1$s NodeHostName=%1$s NodeAddr=%1$s
       CPUTot=%2$s RealMemory=%3$s State=%4$s
       AvailableFeatures=%5$s ActiveFeatures=%5$s
       Partitions=%6$s
    """
        .formatted(
            line.node().name(),
            line.cpus(),
            line.memory(),
            line.state().toUpperCase(Locale.ROOT),
            line.features(),
            line.node().domain());
  }

  private static List<String> partitions(ClientView view, String name) {
    var nodes = new TreeMap<String, List<String>>();
    for (var node : view.fleet().nodes()) {
      if (name.isEmpty() || node.domain().equals(name)) {
        nodes.computeIfAbsent(node.domain(), domain -> new ArrayList<>()).add(node.name());
      }
    }
    if (nodes.isEmpty()) {
      throw new ClientFaultException("Partition %s not found".formatted(name));
    }
    return nodes.entrySet().stream()
        .map(
            each ->
                """
                PartitionName=%s
                   State=UP MaxTime=UNLIMITED TotalNodes=%d
                   Nodes=%s
                """
                    .formatted(
                        each.getKey(), each.getValue().size(), String.join(",", each.getValue())))
        .toList();
  }

  /** Returns the names in a list as these commands print it, without brackets. */
  private static String hostnames(ClientView view, String list) {
    var names = list.isEmpty() ? view.call().variable("SLURM_JOB_NODELIST").orElse("") : list;
    return names.replace(',', '\n') + "\n";
  }
}
