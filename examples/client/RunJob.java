import io.metasched.client.ApiConnection;
import io.metasched.client.ApiException;
import io.metasched.client.JobFilter;
import io.metasched.client.JobRequest;
import io.metasched.client.JobState;
import io.metasched.client.MetaschedClient;
import io.metasched.client.Work;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;

/** Runs a command as a job of a service, prints its output, and submits a job that is refused. */
public final class RunJob {

  public static void main(String[] command) throws IOException {
    // METASCHED_URL, METASCHED_TOKEN or METASCHED_TOKEN_FILE, METASCHED_CA_FILE
    var client = new MetaschedClient(ApiConnection.fromEnvironment().build());

    try (var events = client.events(OptionalLong.empty())) {
      var request = JobRequest.running(Duration.ofSeconds(10), command).name("example");
      for (var offer : client.estimate(request.build(), 3, false).offers()) {
        System.out.printf("offer: best %s, costs %s%n", offer.criterion(), offer.cost());
      }

      // a lost connection is no reason to submit again: the request is repeated with its key
      var job = client.submit(request.build());
      System.out.println("submitted " + job.id());

      var event = events.next();
      while (!event.job().filter(job.id()::equals).isPresent()) {
        event = events.next();
      }
      System.out.println("first event: " + event.event());

      var ended = client.awaitEnd(job, Duration.ofMinutes(5));
      System.out.printf("%s, cost %s%n", ended.state(), ended.cost().orElseThrow());
      try (var output = client.output(job.id(), 0, MetaschedClient.Output.STDOUT, false)) {
        output.transferTo(System.out);
      }
    }
    var finished = client.allJobs(JobFilter.ALL.in(JobState.FINISHED));
    System.out.println("finished jobs: " + finished.count());
    client.accounts().forEach(each -> System.out.println("account " + each.id()));

    try {
      var request = JobRequest.running(Duration.ofSeconds(10), command);
      client.submit(request.work(Work.lasting(Duration.ofDays(10_000))).build());
    } catch (ApiException refusal) {
      System.out.println("refused: " + refusal.type());
      refusal.problem().errors().forEach(each -> System.out.println(each.pointer()));
    }
  }
}
