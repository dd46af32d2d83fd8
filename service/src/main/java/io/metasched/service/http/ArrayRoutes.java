package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import io.metasched.service.api.ArrayAnswers;
import io.metasched.service.api.ChangeRequest;
import io.metasched.service.api.Problem;
import io.metasched.service.book.ArrayRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.plan.JobCommands;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Routes for whole arrays. */
final class ArrayRoutes {
  private final ApiContext context;
  private final ChangedAnswers changed;

  ArrayRoutes(ApiContext context) {
    this.context = context;
    changed = new ChangedAnswers(context);
  }

  List<Route> routes() {
    return List.of(
        new Route("GET", "/v1/arrays/{array}", false, this::show),
        new Route("PATCH", "/v1/arrays/{array}", false, this::change),
        Route.bare("POST", "/v1/arrays/{array}:cancel", this::cancel));
  }

  private static ArrayRecord visible(Call call, BookState state) {
    var id = call.path().get(0);
    return state
        .array(id)
        .filter(array -> call.maySee(array.spec().account()))
        .orElseThrow(() -> Problem.notFound("array", id));
  }

  private CompletionStage<HttpResponse> show(Call call) {
    return changed.give(
        call,
        state -> {
          var array = visible(call, state);
          return new ChangedAnswers.Versioned(
              array.jobs().version(), () -> ArrayAnswers.array(state, array));
        });
  }

  private CompletionStage<HttpResponse> cancel(Call call) {
    var array = visible(call, context.state());
    call.requireUseOf(array.spec().account());
    return context
        .execute(call, state -> JobCommands.cancelArray(state, array.id()))
        .thenApply(result -> shown(202, call));
  }

  private HttpResponse shown(int status, Call call) {
    var state = context.state();
    return HttpReplies.versioned(status, ArrayAnswers.array(state, visible(call, state)));
  }

  private CompletionStage<HttpResponse> change(Call call) {
    var array = visible(call, context.state());
    call.requireUseOf(array.spec().account());
    var change = ChangeRequest.read(call.requiredBody(), call.ifMatch());
    new AllowedSpecs(context).requirePriority(call, change.priority(), array.spec().account(), "");
    return context
        .execute(
            call, state -> context.commands().changeArray(state, array.id(), change, context.now()))
        .thenApply(result -> shown(200, call));
  }
}
