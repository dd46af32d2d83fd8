package io.metasched.simulation.system.cyclic.rule;

import io.metasched.simulation.rule.RuleReport;
import java.util.TreeMap;
import java.util.TreeSet;

/** Rules of names and users of a run. */
final class NameRules {
  private NameRules() {}

  /**
   * Reports users with wrong numbers, organizations or names. Users are numbered from 0, and each
   * belongs to an existing organization, which is also the organization of the user's jobs. Names
   * are unique, and each domain and organization has one name.
   */
  static void names(RunIndex run, RuleReport report) {
    users(run, report);
    var nodes = new TreeSet<String>();
    var owners = new TreeMap<Integer, String>();
    for (var row : run.run().nodes()) {
      var where = "node " + row.node().id();
      if (!row.name().isEmpty() && !nodes.add(row.name())) {
        report.add(where, "its name must be unique, but %s occurs twice", row.name());
      }
      var owner = owners.putIfAbsent(row.node().domain(), row.owner());
      if (owner != null && !owner.equals(row.owner())) {
        report.add(
            where, "its owner must be the owner of its domain, %s, but is %s", owner, row.owner());
      }
    }
    var jobs = new TreeSet<String>();
    for (var job : run.jobs()) {
      if (!job.name().isEmpty() && !jobs.add(job.name())) {
        report.add(
            "job " + job.job().id(), "its name must be unique, but %s occurs twice", job.name());
      }
    }
  }

  private static void users(RunIndex run, RuleReport report) {
    var header = run.run().header();
    var users = run.run().users();
    if (users.size() != header.users()) {
      report.add(
          "the whole run", "it must have %d users, but has %d", header.users(), users.size());
    }
    var names = new TreeSet<String>();
    var organizations = new TreeMap<Integer, String>();
    for (int at = 0; at < users.size(); at++) {
      var user = users.get(at);
      var where = "user " + user.user();
      if (user.user() != at) {
        report.add(where, "its number must be %d", at);
      }
      if (!user.name().isEmpty() && !names.add(user.name())) {
        report.add(where, "its name must be unique, but %s occurs twice", user.name());
      }
      if (user.vo() >= run.organizations()) {
        report.add(where, "it must be of one of %d organizations", run.organizations());
      }
      if (user.budgetMilli() < 0 != header.unlimitedAccounts()) {
        report.add(where, "it must have a budget if and only if accounts are limited");
      }
      var organization = organizations.putIfAbsent(user.vo(), user.organization());
      if (organization != null && !organization.equals(user.organization())) {
        report.add(
            where,
            "its organization must be called %s, but is %s",
            organization,
            user.organization());
      }
    }
    organizationsOfJobs(run, report);
  }

  /** Reports users whose organization differs from the organization of their jobs. */
  private static void organizationsOfJobs(RunIndex run, RuleReport report) {
    var ofJobs = new TreeMap<Integer, TreeSet<Integer>>();
    for (var job : run.jobs()) {
      var id = job.job().id();
      ofJobs.computeIfAbsent(job.job().user(), user -> new TreeSet<>()).add(id.vo());
    }
    for (var user : run.run().users()) {
      var own = ofJobs.get(user.user());
      if (own != null && !own.contains(user.vo())) {
        report.add(
            "user " + user.user(),
            "its organization must be the organization of its jobs, %d, but is %d",
            own.first(),
            user.vo());
      }
    }
  }
}
