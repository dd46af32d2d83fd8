package io.metasched.service.slurm;

import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Role;
import io.metasched.service.run.RunSignal;
import io.metasched.service.slurm.SlurmOption.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Command that cancels or signals jobs. */
public final class Scancel {
  static final OptionTable OPTIONS =
      OptionTable.of("scancel")
          .with(Use.UNDERSTOOD, SelectedJobs.OPTIONS)
          .with(
              Use.UNDERSTOOD,
              """
              me: your jobs
              signal= s: send a signal to all processes of running jobs; KILL cancels them
              state= t: jobs in these states
              """)
          .with(
              Use.WITHOUT_EFFECT,
              """
              batch b: all processes receive the signal
              ctld: -
              full f: all processes receive the signal
              hurry H: -
              """)
          .with(
              Use.REFUSED,
              """
              interactive i: name the jobs instead
              qos= q: there is no quality of service
              reservation= R: use 'metasched cancel'
              sibling=: there is one cluster
              wckey=: there are no keys
              """);

  private Scancel() {}

  /**
   * Order to cancel or signal jobs.
   *
   * @param signal signal to send; empty to cancel the jobs
   * @param errors lines for standard error about jobs that cannot be found
   */
  public record Order(List<JobRecord> jobs, Optional<RunSignal> signal, List<String> errors) {
    /** Returns the answer after the order has been executed, with further errors. */
    public SlurmAnswer answer(List<String> further) {
      var all = new ArrayList<>(errors);
      all.addAll(further);
      return new SlurmAnswer(all.isEmpty() ? 0 : 1, all, "");
    }
  }

  /**
   * Returns the order of a client.
   *
   * @throws ClientFaultException for invalid arguments
   */
  public static Order of(ClientView view) {
    var given = OPTIONS.parse(view.call().arguments());
    var signal = given.last("signal").map(Scancel::signal).filter(each -> each != RunSignal.KILL);
    var chosen = SelectedJobs.of(view, given);
    var states = given.list("state").map(SelectedJobs::states);
    var numbers =
        given.operands().isEmpty()
            ? List.<String>of()
            : GivenOptions.items(String.join(",", given.operands()));
    boolean hasFilter =
        given.has("user")
            || given.has("me")
            || given.has("name")
            || given.has("account")
            || given.has("partition")
            || given.has("nodelist")
            || given.has("state");
    if (numbers.isEmpty() && !hasFilter) {
      throw new ClientFaultException("No job identification provided");
    }
    boolean isOfAll =
        !numbers.isEmpty() || given.has("user") || view.principal().role() != Role.USER;
    var wanted = isOfAll ? chosen : chosen.and(line -> view.isOf(line.job(), view.call().user()));
    var errors = new ArrayList<String>();
    for (var number : numbers) {
      if (view.jobs(number).isEmpty()) {
        errors.add(
            "error: Kill job error on job id %s: Invalid job id specified".formatted(number));
      }
    }
    var jobs = new ArrayList<JobRecord>();
    var all = numbers.isEmpty() ? view.state().openJobs() : SelectedJobs.numbered(view, numbers);
    for (var job : all) {
      var line = new JobLine(view, job);
      boolean isInState = states.isEmpty() || states.get().contains(line.state());
      if (!job.state().isFinal() && isInState && wanted.test(line)) {
        jobs.add(job);
      }
    }
    return new Order(jobs, signal, errors);
  }

  private static RunSignal signal(String text) {
    return RunSignal.parse(text)
        .orElseThrow(
            () ->
                new ClientFaultException(
                    "--signal: allowed is %s, not '%s'".formatted(RunSignal.ALLOWED, text)));
  }
}
