package io.metasched.service.slurm;

import io.metasched.service.slurm.SlurmOption.Use;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Command that lists all jobs of a time, including those that ended long ago. */
final class Sacct {
  static final OptionTable OPTIONS =
      OptionTable.of("sacct")
          .with(
              Use.UNDERSTOOD,
              """
              accounts= A: jobs of these accounts
              allusers a: jobs of all users, of which you may see some
              brief b: JobID, State and ExitCode
              delimiter=: text between columns of --parsable and --parsable2
              endtime= E: jobs submitted before this time
              format= o: fields by their names, NAME[%[-]WIDTH]
              helpformat e: the names of all fields
              jobs= j: jobs with these numbers
              name=: jobs with these names
              nodelist= N: jobs with a window on these nodes
              noheader n: no heading
              parsable p: columns of their own width, each followed by |
              parsable2 P: columns of their own width, with | between them
              partition= r: jobs of these domains
              starttime= S: jobs that did not end before this time, usually the last midnight
              state= s: jobs in these states
              uid=: jobs of these users
              user= u: jobs of these users, usually you
              """)
          .with(
              Use.WITHOUT_EFFECT,
              """
              allclusters L: one cluster
              allocations X: there are no job steps
              array: each element of an array has its line
              duplicates D: no number is used twice
              federation: one cluster
              local: one cluster
              noconvert: units are not converted
              truncate T: times are not changed
              units=: units are not converted
              use-local-uid: -
              whole-hetjob=?: -
              """)
          .with(
              Use.REFUSED,
              """
              batch-script B: scripts are not shown
              completion c: use --format
              env-vars: environments are not shown
              file= f: the service keeps the records
              flags= F: -
              json: use --format
              long l: use --format
              qos= q: there is no quality of service
              reason= R: use --state
              yaml: use --format
              """);

  private static final String USUAL = "JobID,JobName,Partition,Account,AllocCPUS,State,ExitCode";

  private Sacct() {}

  static SlurmAnswer answer(ClientView view) {
    var given = OPTIONS.parse(view.call().arguments());
    if (given.has("helpformat")) {
      return SlurmAnswer.of(fields());
    }
    boolean isTable = !given.has("parsable") && !given.has("parsable2");
    var layout =
        NamedLayout.accounted(
            given.all("format").isEmpty()
                ? usual(view, given)
                : String.join(",", given.all("format")),
            isTable ? "" : given.last("delimiter").orElse("|"),
            !given.has("parsable2"));
    var heading =
        given.has("noheader") ? "" : layout.heading() + (isTable ? NamedLayout.rule(layout) : "");
    return SlurmAnswer.of(layout.lines(heading, lines(view, given))).with(given.remarks());
  }

  private static String usual(ClientView view, GivenOptions given) {
    return given.has("brief")
        ? "JobID,State,ExitCode"
        : view.call().variable("SACCT_FORMAT").orElse(USUAL);
  }

  private static String fields() {
    var names = new ArrayList<String>();
    for (var field : JobField.values()) {
      names.addAll(field.accounted());
    }
    return String.join("\n", names.stream().sorted().toList()) + "\n";
  }

  private static List<JobLine> lines(ClientView view, GivenOptions given) {
    var numbers = given.list("jobs");
    var start = given.last("starttime").map(text -> time(view, "starttime", text));
    var since = numbers.isPresent() ? start : Optional.of(start.orElseGet(() -> midnight(view)));
    var until = given.last("endtime").map(text -> time(view, "endtime", text));
    var states = given.list("state").map(SelectedJobs::states);
    var wanted = SelectedJobs.of(view, given);
    boolean isOwn = numbers.isEmpty() && !given.has("allusers") && !given.has("user");
    var lines = new ArrayList<JobLine>();
    var jobs =
        numbers.isPresent()
            ? SelectedJobs.numbered(view, numbers.get())
            : view.state().jobs().values();
    for (var job : jobs) {
      var line = new JobLine(view, job);
      if (since.filter(job::wasOver).isEmpty()
          && until.filter(job.times().submitted()::isAfter).isEmpty()
          && states.filter(some -> !some.contains(line.state())).isEmpty()
          && (!isOwn || view.isOf(job, view.call().user()))
          && wanted.test(line)) {
        lines.add(line);
      }
    }
    lines.sort(Comparator.comparing(line -> line.job().id()));
    return lines;
  }

  private static Instant time(ClientView view, String option, String text) {
    return view.parsed("--" + option, text);
  }

  private static Instant midnight(ClientView view) {
    return time(view, "starttime", "today");
  }
}
