package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.identity.Issuer;
import io.metasched.service.identity.remote.CodeLogin;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Routes for sign-ins at issuers. They send a browser to the address of the issuer and, after the
 * sign-in, to the dashboard, and to no other address.
 *
 * @param issuers trusted issuers
 * @param logins sign-ins of browsers
 * @param sessions sessions that begin after a sign-in
 */
record LoginRoutes(
    List<Issuer> issuers, CodeLogin logins, Callers callers, SessionRoutes sessions) {
  private static final String COOKIE = "metasched-login";

  List<Route> routes() {
    return List.of(
        Route.open("/v1/logins", call -> list()),
        new Route("GET", "/v1/logins/{issuer}", true, this::begin),
        new Route("GET", "/v1/logins/{issuer}/callback", true, this::end));
  }

  private HttpResponse list() {
    var reply = JsonNodeFactory.instance.objectNode();
    var items = reply.putArray("items");
    for (var each : issuers) {
      var item = items.addObject().put("name", each.name()).put("issuer", each.url());
      item.put("browser", each.browser().isPresent());
      each.shell()
          .ifPresent(
              client ->
                  item.putObject("shell")
                      .put("client", client.id())
                      .put("scope", client.scope())
                      .put("audience", each.audiences().get(0)));
    }
    return HttpReplies.json(200, reply);
  }

  private CompletionStage<HttpResponse> begin(Call call) {
    return logins
        .begin(call.path().get(0))
        .thenApply(
            begun ->
                redirect(begun.location())
                    .addHeader(cookie(call, begun.cookie(), CodeLogin.LASTS.toSeconds())));
  }

  private CompletionStage<HttpResponse> end(Call call) {
    var own = Callers.cookie(call.request(), COOKIE);
    var query = call.request().getUri().query().toMap();
    return callers
        .bounded(call.request(), () -> logins.end(call.path().get(0), own, query))
        .thenCompose(who -> sessions.begin(call, who, Optional.empty()))
        .thenApply(begun -> redirect("/").addHeader(begun.cookie()).addHeader(cookie(call, "", 0)));
  }

  private static HttpResponse redirect(String place) {
    return HttpResponse.create()
        .withStatus(303)
        .addHeader(RawHeader.create("Location", place))
        .addHeader(RawHeader.create("Referrer-Policy", "no-referrer"));
  }

  /**
   * Returns the cookie of a sign-in. The browser also sends it if a page of the issuer leads to
   * this service.
   */
  private static RawHeader cookie(Call call, String text, long seconds) {
    return Callers.setCookie(call.request(), COOKIE, text, seconds, "Lax");
  }
}
