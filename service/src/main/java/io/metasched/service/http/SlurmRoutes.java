package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import io.metasched.service.api.JobReader;
import io.metasched.service.api.Problem;
import io.metasched.service.book.ArrayRecord;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookState;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.plan.JobCommands.Result;
import io.metasched.service.slurm.ClientFaultException;
import io.metasched.service.slurm.ClientView;
import io.metasched.service.slurm.Sbatch;
import io.metasched.service.slurm.Scancel;
import io.metasched.service.slurm.Scontrol;
import io.metasched.service.slurm.SlurmAnswer;
import io.metasched.service.slurm.SlurmCommand;
import io.metasched.service.slurm.SlurmRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Routes for Slurm's commands, each of which is one request of a client. */
record SlurmRoutes(ApiContext context, EstimateRoutes estimates, JobSignals signals) {
  /** Path of commands that change nothing. */
  static final String READ = "/v1/slurm/{command}";

  private AllowedSpecs allowed() {
    return new AllowedSpecs(context);
  }

  List<Route> routes() {
    return List.of(
        changing(SlurmCommand.SBATCH, this::submit),
        changing(SlurmCommand.SCONTROL, this::control),
        changing(SlurmCommand.SCANCEL, (call, view) -> cancel(call, Scancel.of(view))),
        Route.prompt("POST", READ, this::read));
  }

  private static HttpResponse text(String command, SlurmAnswer answer) {
    return HttpReplies.text(200, answer.text(command));
  }

  private ClientView view(Call call) {
    var command = SlurmRequest.read(call.requiredBody());
    return new ClientView(
        context.state(), context.fleet(), context.now(), call.principal(), command);
  }

  private HttpResponse read(Call call) {
    var name = call.path().get(0);
    var command =
        SlurmCommand.reading(name).orElseThrow(() -> Problem.notFound("Slurm command", name));
    return text(name, command.answer(view(call)));
  }

  /** Returns the route of a command, which answers with the reason if it is refused. */
  private Route changing(
      SlurmCommand command, BiFunction<Call, ClientView, CompletionStage<SlurmAnswer>> execution) {
    return new Route(
        "POST",
        "/v1/slurm/" + command.label(),
        false,
        call -> {
          var view = view(call);
          CompletionStage<SlurmAnswer> answer;
          try {
            answer =
                command
                    .information(view.call().arguments())
                    .<CompletionStage<SlurmAnswer>>map(CompletableFuture::completedFuture)
                    .orElseGet(() -> execution.apply(call, view));
          } catch (ClientFaultException e) {
            answer = CompletableFuture.completedFuture(SlurmAnswer.refused(e));
          }
          return answer.thenApply(each -> text(command.label(), each));
        });
  }

  private JobReader.Request request(Call call, Sbatch.Submission submission) {
    try {
      var account = JobRoutes.ownAccount(call);
      var request = JobReader.read(submission.job(), account, context.cycles().granularity());
      allowed().require(call, request.spec(), "");
      return request;
    } catch (Problem e) {
      throw submission.refusal(e);
    }
  }

  private CompletionStage<SlurmAnswer> submit(Call call, ClientView view) {
    var submission = Sbatch.of(view, allowed().sendsMails());
    var request = request(call, submission);
    var spec = request.spec();
    call.requireUseOf(spec.account());
    if (submission.isTest()) {
      JobRoutes.requireAcceptable(context, call, request);
      return estimates
          .tried(call, view.state(), spec)
          .thenApply(outcome -> submission.tested(view, outcome));
    }
    var key = call.idempotencyKey();
    var digest = call.bodyDigest();
    var user = call.principal().principal();
    return context
        .execute(
            call,
            state -> {
              var commands = context.commands();
              var now = context.now();
              return request
                  .array()
                  .map(array -> commands.submit(state, spec, array, user, key, digest, now))
                  .orElseGet(() -> commands.submit(state, spec, user, key, digest, now))
                  .with(request.inputs());
            })
        .thenApply(result -> submission.answer(result.id()));
  }

  private CompletionStage<SlurmAnswer> control(Call call, ClientView view) {
    var update = Scontrol.update(view);
    return update.isPresent()
        ? updated(call, view.state(), update.get())
        : CompletableFuture.completedFuture(SlurmCommand.SCONTROL.answer(view));
  }

  private CompletionStage<SlurmAnswer> updated(Call call, BookState state, Scontrol.Update update) {
    var change = update.change();
    var commands = new ArrayList<Function<BookState, BookDecision<Result>>>();
    for (var id : update.ids()) {
      var array = state.array(id);
      var account =
          array
              .map(ArrayRecord::spec)
              .orElseGet(() -> state.job(id).orElseThrow().spec())
              .account();
      call.requireUseOf(account);
      try {
        allowed().requirePriority(call, change.priority(), account, "");
      } catch (Problem e) {
        throw update.refusal(e);
      }
      commands.add(
          now ->
              array.isPresent()
                  ? context.commands().changeArray(now, id, change, context.now())
                  : context.commands().change(now, id, change, context.now()));
    }
    return context.decideAll(call, commands).thenApply(SlurmRoutes::answer);
  }

  /** Returns the answer of a command with several results, which names those that are refused. */
  private static SlurmAnswer answer(List<Result> results) {
    var errors = new ArrayList<String>();
    for (var result : results) {
      try {
        Outcomes.requireDone(result);
      } catch (Problem e) {
        errors.add("error: %s: %s".formatted(result.id(), e.getMessage()));
      }
    }
    return new SlurmAnswer(errors.isEmpty() ? 0 : 1, errors, "", "");
  }

  private CompletionStage<SlurmAnswer> cancel(Call call, Scancel.Order order) {
    for (var job : order.jobs()) {
      call.requireUseOf(job.spec().account());
    }
    if (order.signal().isPresent()) {
      return signalled(order);
    }
    var commands = new ArrayList<Function<BookState, BookDecision<Result>>>();
    for (var job : order.jobs()) {
      commands.add(state -> JobCommands.cancel(state, job.id())); // it may have ended meanwhile
    }
    return commands.isEmpty()
        ? CompletableFuture.completedFuture(order.answer(List.of()))
        : context.decideAll(call, commands).thenApply(results -> order.answer(List.of()));
  }

  private CompletionStage<SlurmAnswer> signalled(Scancel.Order order) {
    var errors = new ArrayList<String>();
    var sent = new ArrayList<CompletableFuture<?>>();
    for (var job : order.jobs()) {
      try {
        sent.add(signals.send(job, order.signal().orElseThrow()).toCompletableFuture());
      } catch (Problem e) {
        errors.add("error: " + e.getMessage());
      }
    }
    return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
        .thenApply(done -> order.answer(errors));
  }
}
