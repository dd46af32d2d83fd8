package io.metasched.service.http;

import io.metasched.service.config.AccessSettings;
import io.metasched.service.identity.remote.CodeLogin;
import io.metasched.service.identity.remote.Identities;
import java.util.ArrayList;
import java.util.List;

/** All routes of the API. */
final class RouteTable {
  private RouteTable() {}

  static List<Route> of(
      ApiContext context, Callers callers, AccessSettings access, Identities identities) {
    var routes = new ArrayList<Route>();
    var issue = new TokenIssue(context, access);
    var estimates = new EstimateRoutes(context);
    routes.addAll(estimates.routes());
    var signals = new JobSignals(context.executor(), context.clock());
    routes.addAll(new JobRoutes(context, estimates, signals).routes());
    routes.addAll(new SlurmRoutes(context, estimates, signals).routes());
    routes.addAll(new ArrayRoutes(context).routes());
    routes.addAll(new WorkflowRoutes(context).routes());
    routes.addAll(new ReservationRoutes(context).routes());
    routes.addAll(new OwnerRoutes(context).routes());
    routes.addAll(new StateRoutes(context).routes());
    routes.addAll(new NodeRoutes(context).routes());
    routes.addAll(new SiteRoutes(context).routes());
    routes.addAll(new StreamRoutes(context).routes());
    routes.addAll(new OutputRoutes(context).routes());
    routes.addAll(new MoneyRoutes(context, issue).routes());
    routes.addAll(new WebhookRoutes(context).routes());
    var logins = new CodeLogin(identities, access.identities().url().orElse(""), context.clock());
    var sessions = new SessionRoutes(context, callers, issue, logins);
    routes.addAll(sessions.routes());
    var issuers = access.identities().issuers();
    routes.addAll(new LoginRoutes(issuers, logins, callers, sessions).routes());
    routes.addAll(new OverviewRoutes(context).routes());
    routes.addAll(new HistoryRoutes(context).routes());
    routes.addAll(new CounterfactualRoutes(context).routes());
    routes.addAll(new DashboardRoutes().routes());
    return List.copyOf(routes);
  }
}
