package io.metasched.resource.actor

import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import akka.persistence.testkit.{PersistenceTestKitPlugin, PersistenceTestKitSnapshotPlugin}
import akka.persistence.testkit.scaladsl.PersistenceTestKit
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.resource.actor.Domain._
import io.metasched.resource.actor.journal.Journal
import io.metasched.resource.fixture.Pictures
import io.metasched.resource.model.Node
import io.metasched.resource.owner.CommandId
import io.metasched.resource.pricing.ListPricing

/** What becomes of a domain whose journal fails it, or that another one has written to. */
final class DomainJournalSpec extends OwnersSpec {

  override protected def config: Config = PersistenceTestKitPlugin.config
    .withFallback(PersistenceTestKitSnapshotPlugin.config)
    .withFallback(ConfigFactory.load())

  override protected def mayBeLost(addressed: DeadLetter): Boolean = true

  private lazy val storage = PersistenceTestKit(testKit.system)
  private val id = new CommandId(3, 1)

  private def born(name: String): ActorRef[Command] = {
    val rows = List("n1 ####", "n2 ####")
    val nodes: java.util.List[Node] = rows.map(Pictures.node).asJava
    testKit.spawn(Domain.create(0, nodes, new ListPricing, new Drawn(rows), bounds, Journal.persistent(name, 2)))
  }

  /** With its time opened. */
  private def opened(name: String): ActorRef[Command] = {
    val domain = born(name)
    val opener = testKit.createTestProbe[Reply]()
    domain ! open()(new CommandId(9, 0), opener.ref)
    opener.expectMessageType[SessionOpened]
    domain
  }

  "A domain with a journal" should {

    "send no reply that it could not persist, and stop" in {
      val (issuer, watcher) = (testKit.createTestProbe[Reply](), testKit.createTestProbe[Reply]())
      val domain = opened("fails")
      storage.failNextPersisted("fails")

      domain ! hold(job, parts("n1 ##.."))(id, issuer.ref)

      watcher.expectTerminated(domain)
      issuer.expectNoMessage()
      val again = born("fails")
      again ! hold(job, parts("n1 ##.."))(id, issuer.ref)
      issuer.expectMessage(new Done(id))
    }

    "recover its holds and its replies" in {
      val issuer = testKit.createTestProbe[Reply]()
      val first = opened("holds")
      first ! hold(job, parts("n1 ##.."))(id, issuer.ref)
      issuer.expectMessage(new Done(id))
      testKit.stop(first)

      val second = born("holds")
      second ! hold(job, parts("n1 ##.."))(id, issuer.ref)
      issuer.expectMessage(new Done(id))
      second ! commit(job, List(1))(new CommandId(3, 2), issuer.ref)
      issuer.expectMessage(new Done(new CommandId(3, 2)))
    }

    "open a session of an earlier life as it was, though time has been taken since" in {
      val issuer: TestProbe[Reply] = testKit.createTestProbe()
      val first = born("sessions")
      first ! open()(id, issuer.ref)
      val opened = issuer.expectMessageType[SessionOpened]
      first ! rebook(job, parts("n1 ##.."))(new CommandId(3, 2), issuer.ref)
      issuer.expectMessage(new Done(new CommandId(3, 2)))
      testKit.stop(first)

      val second = born("sessions")
      second ! open()(id, issuer.ref)

      issuer.expectMessage(opened)
    }
  }
}
