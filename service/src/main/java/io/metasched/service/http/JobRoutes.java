package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.Answers;
import io.metasched.service.api.ArrayAnswers;
import io.metasched.service.api.ChangeRequest;
import io.metasched.service.api.HostedAnswers;
import io.metasched.service.api.JobReader;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.api.SignalRequest;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import io.metasched.service.plan.WindowOffer;
import io.metasched.service.run.RunSignal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Routes for jobs. */
final class JobRoutes {
  private static final String JOB = "job";

  private final ApiContext context;
  private final EstimateRoutes estimates;
  private final ChangedAnswers changed;
  private final JobSignals signals;
  private final AllowedSpecs allowed;

  JobRoutes(ApiContext context, EstimateRoutes estimates, JobSignals signals) {
    this.context = context;
    this.estimates = estimates;
    this.signals = signals;
    changed = new ChangedAnswers(context);
    allowed = new AllowedSpecs(context);
  }

  List<Route> routes() {
    return List.of(
        new Route("POST", "/v1/jobs", false, this::submit),
        new Route("POST", "/v1/jobs:batch", false, this::submitAll),
        Route.byBook("/v1/jobs", call -> JobPages.of(call, context.state())),
        new Route("GET", "/v1/jobs/{job}", false, this::show),
        new Route("PATCH", "/v1/jobs/{job}", false, this::change),
        Route.bare("POST", "/v1/jobs/{job}:cancel", this::cancel),
        new Route("POST", "/v1/jobs/{job}:signal", false, this::signal));
  }

  // --- submission

  private CompletionStage<HttpResponse> submit(Call call) {
    var request =
        JobReader.read(call.requiredBody(), ownAccount(call), context.cycles().granularity());
    var spec = request.spec();
    call.requireUseOf(spec.account());
    allowed.require(call, spec, "");
    if (call.query("dryRun").equals(Optional.of("true"))) {
      requireAcceptable(context, call, request);
      return estimates.dryRun(call, spec);
    }
    var key = call.idempotencyKey();
    var digest = call.bodyDigest();
    var user = call.principal().principal();
    var offer = request.offer().flatMap(estimates::offer);
    return context
        .execute(
            call,
            s -> {
              var now = context.now();
              var commands = context.commands();
              return request.offer().isPresent() && offer.isEmpty()
                  ? commands.replayed(s, spec, request.offer().get(), user, key, digest)
                  : submit(s, request, offer, user, key, digest, now).with(request.inputs());
            })
        .thenApply(this::submitted);
  }

  private BookDecision<Result> submit(
      BookState state,
      JobReader.Request job,
      Optional<WindowOffer> offer,
      String user,
      Optional<String> key,
      String digest,
      Instant now) {
    var commands = context.commands();
    return job.array().isPresent()
        ? commands.submit(state, job.spec(), job.array().get(), user, key, digest, now)
        : commands.submit(state, job.spec(), offer, user, key, digest, now);
  }

  private CompletionStage<HttpResponse> submitAll(Call call) {
    var body = call.requiredBody();
    var jobs = JobReader.batch(body, ownAccount(call), context.cycles().granularity());
    var digests = new ArrayList<String>();
    for (var job : jobs) {
      call.requireUseOf(job.spec().account());
      allowed.require(call, job.spec(), "/jobs/" + digests.size());
      digests.add(JsonBodies.digest(body.path("jobs").path(digests.size())));
    }
    var key = call.idempotencyKey();
    var user = call.principal().principal();
    var now = context.now();
    var all = submissions(jobs, user, key, digests, now);
    return context
        .decideAll(call, all)
        .thenApply(
            results -> {
              var reply = JsonNodeFactory.instance.objectNode();
              var items = reply.putArray("items");
              results.forEach(result -> items.add(item(result)));
              return HttpReplies.json(200, reply);
            });
  }

  /**
   * Returns the submissions of a batch. The key of a submission is the key of the batch plus the
   * index of the submission.
   */
  private List<Function<BookState, BookDecision<Result>>> submissions(
      List<JobReader.Request> jobs,
      String user,
      Optional<String> key,
      List<String> digests,
      Instant now) {
    var commands = new ArrayList<Function<BookState, BookDecision<Result>>>();
    for (int i = 0; i < jobs.size(); i++) {
      var job = jobs.get(i);
      var digest = digests.get(i);
      var own = place(key, i);
      commands.add(
          state -> submit(state, job, Optional.empty(), user, own, digest, now).with(job.inputs()));
    }
    return commands;
  }

  private static Optional<String> place(Optional<String> key, int place) {
    return key.map(text -> text + "#" + place);
  }

  /** Returns the result of one job of a batch. */
  private static ObjectNode item(Result result) {
    var item = JsonNodeFactory.instance.objectNode();
    try {
      Outcomes.requireDone(result);
      item.put("id", result.id());
      item.put("replayed", result.outcome() == Outcome.REPLAYED);
    } catch (Problem problem) {
      item.set("problem", problem.json("/v1/jobs:batch"));
    }
    return item;
  }

  static Optional<String> ownAccount(Call call) {
    var accounts = call.principal().accounts();
    return accounts.size() == 1 ? Optional.of(accounts.get(0)) : Optional.empty();
  }

  private HttpResponse submitted(Result result) {
    var state = context.state();
    var id = result.id();
    return state
        .array(id)
        .map(
            array ->
                HttpReplies.created(result, "/v1/arrays/" + id, ArrayAnswers.array(state, array)))
        .orElseGet(
            () ->
                HttpReplies.created(
                    result, "/v1/jobs/" + id, Answers.job(state, state.job(id).orElseThrow())));
  }

  /** Throws the reason why a job or an array would be refused, if there is one. */
  static void requireAcceptable(ApiContext context, Call call, JobReader.Request job) {
    var user = call.principal().principal();
    context.requireAccepted(
        call,
        state -> context.commands().submit(state, job.spec(), job.array(), user, context.now()));
  }

  // --- reading

  /**
   * Returns a job that the principal may see at least in part; other jobs are reported as not
   * found.
   */
  private static JobRecord visibleInPart(Call call, BookState state, String id) {
    return state.job(id).filter(call::maySeeSome).orElseThrow(() -> missing(call, state, id));
  }

  private static Problem missing(Call call, BookState state, String id) {
    return state
        .array(id)
        .filter(array -> call.maySee(array.spec().account()))
        .map(
            array ->
                new Problem(
                    ProblemType.NOT_FOUND,
                    "%s is an array, but this needs one of its jobs, such as %s"
                        .formatted(id, array.element(0))))
        .orElseGet(() -> Problem.notFound(JOB, id));
  }

  /** Returns a job that the principal may see completely. */
  static JobRecord visible(Call call, BookState state, String id) {
    var job = visibleInPart(call, state, id);
    if (!call.maySee(job.spec().account())) {
      throw new Problem(
          ProblemType.FORBIDDEN, "owners see only the times and the nodes of a job on their nodes");
    }
    return job;
  }

  private static ObjectNode shown(Call call, BookState state, JobRecord job) {
    return call.maySee(job.spec().account())
        ? Answers.job(state, job)
        : HostedAnswers.job(state, job, call.principal());
  }

  private CompletionStage<HttpResponse> show(Call call) {
    var id = call.path().get(0);
    return changed.give(
        call,
        state -> {
          var job = visibleInPart(call, state, id);
          return new ChangedAnswers.Versioned(job.version(), () -> shown(call, state, job));
        });
  }

  // --- actions

  private CompletionStage<HttpResponse> change(Call call) {
    var job = visible(call, context.state(), call.path().get(0));
    call.requireUseOf(job.spec().account());
    var change = ChangeRequest.read(call.requiredBody(), call.ifMatch());
    allowed.requirePriority(call, change.priority(), job.spec().account(), "");
    return context
        .execute(call, s -> context.commands().change(s, job.id(), change, context.now()))
        .thenApply(result -> shown(200, job.id()));
  }

  private HttpResponse shown(int status, String id) {
    var state = context.state();
    return HttpReplies.versioned(status, Answers.job(state, state.job(id).orElseThrow()));
  }

  private JobRecord usable(Call call) {
    var job = visible(call, context.state(), call.path().get(0));
    call.requireUseOf(job.spec().account());
    var wanted = call.header("If-Match");
    if (wanted.isPresent() && !wanted.get().equals("\"%d\"".formatted(job.version()))) {
      throw new Problem(
          ProblemType.PRECONDITION_FAILED, "the job has version %d".formatted(job.version()));
    }
    return job;
  }

  private CompletionStage<HttpResponse> cancel(Call call) {
    return cancelled(call, usable(call).id());
  }

  private CompletionStage<HttpResponse> cancelled(Call call, String id) {
    return context
        .execute(call, s -> JobCommands.cancel(s, id))
        .thenApply(result -> shown(202, id));
  }

  private CompletionStage<HttpResponse> signal(Call call) {
    var job = usable(call);
    var signal = SignalRequest.read(call.requiredBody());
    Outcomes.requireDone(JobCommands.running(Optional.of(job), job.id()));
    if (signal == RunSignal.KILL) { // recorded as the end of a cancelled job
      return cancelled(call, job.id()).thenApply(done -> HttpResponse.create().withStatus(202));
    }
    return signals.send(job, signal).thenApply(sent -> HttpResponse.create().withStatus(202));
  }
}
