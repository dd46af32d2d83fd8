package io.metasched.service.slurm;

import io.metasched.service.book.JobRecord;
import io.metasched.service.slurm.SlurmOption.Use;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Command that lists jobs that wait, run, or ended a short time ago. */
final class Squeue {
  static final OptionTable OPTIONS =
      OptionTable.of("squeue")
          .with(Use.UNDERSTOOD, SelectedJobs.OPTIONS)
          .with(
              Use.UNDERSTOOD,
              """
              Format= O: fields by their names, NAME[:[.]WIDTH][SUFFIX]
              format= o: fields by their letters, such as %.18i
              jobs= j: jobs with these numbers
              long l: a table with the time limit
              me: your jobs
              noheader h: no heading
              start: a table of waiting jobs with the start of their windows
              states= t: jobs in these states, or all; without it, jobs that have not ended
              """)
          .with(
              Use.WITHOUT_EFFECT,
              """
              all a: all domains are listed
              array r: each element of an array has its line
              array-unique: each element of an array has its line
              hide: no domain is hidden
              local: one cluster
              federation: one cluster
              """)
          .with(
              Use.IGNORED,
              """
              sort= S: jobs are listed by their numbers
              """)
          .with(
              Use.REFUSED,
              """
              iterate= i: call it again instead
              json: use --format
              yaml: use --format
              licenses= L: there are no licenses
              qos= q: there is no quality of service
              reservation= R: use 'metasched queue'
              steps=? s: there are no job steps
              """);

  private static final String USUAL = "%.18i %.9P %.8j %.8u %.2t %.10M %.6D %R";
  private static final String LONG = "%.18i %.9P %.8j %.8u %.8T %.10M %.9l %.6D %R";
  private static final String START = "%.18i %.9P %.8j %.8u %.2t %.19S %.6D %20R";

  private Squeue() {}

  static SlurmAnswer answer(ClientView view) {
    var given = OPTIONS.parse(view.call().arguments());
    var layout = layout(view, given);
    var numbers = given.list("jobs");
    if (numbers.isPresent() && numbers.get().size() == 1 && found(view, numbers.get()).isEmpty()) {
      throw new ClientFaultException("slurm_load_jobs error: Invalid job id specified");
    }
    var wanted = SelectedJobs.of(view, given);
    var states = given.list("states").map(SelectedJobs::states);
    var lines = new ArrayList<JobLine>();
    for (var job : numbers.map(list -> found(view, list)).orElseGet(() -> present(view))) {
      var line = new JobLine(view, job);
      boolean isInState =
          states.map(some -> some.contains(line.state())).orElse(!job.state().isFinal());
      boolean isStarting = !given.has("start") || line.state() == StateCode.PENDING;
      if (isInState && isStarting && wanted.test(line)) {
        lines.add(line);
      }
    }
    lines.sort(Comparator.comparing(line -> line.job().id()));
    return SlurmAnswer.of(layout.lines(!given.has("noheader"), lines)).with(given.remarks());
  }

  private static RowLayout<JobLine> layout(ClientView view, GivenOptions given) {
    if (given.has("Format")) {
      return NamedLayout.listed(given.last("Format").orElseThrow());
    }
    var usual = given.has("start") ? START : given.has("long") ? LONG : USUAL;
    return LetterLayout.of(
        given.last("format").or(() -> view.call().variable("SQUEUE_FORMAT")).orElse(usual),
        letter ->
            JobField.lettered(letter)
                .map(field -> new LetterLayout.Known<>(field.header(), field::text)));
  }

  private static List<JobRecord> found(ClientView view, List<String> numbers) {
    return SelectedJobs.numbered(view, numbers).stream().filter(job -> !view.isOld(job)).toList();
  }

  /** Returns all jobs that have not ended, or ended a short time ago. */
  private static List<JobRecord> present(ClientView view) {
    var jobs = new ArrayList<JobRecord>();
    for (var job : view.state().jobs().values()) {
      if (!view.isOld(job)) {
        jobs.add(job);
      }
    }
    return jobs;
  }
}
