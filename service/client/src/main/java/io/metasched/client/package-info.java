/**
 * Client of the live service for programs: {@link io.metasched.client.MetaschedClient} has typed
 * methods for jobs, workflows, offers, events and accounts; {@link
 * io.metasched.client.ApiConnection} sends any request of the API, as JSON. Names of types and
 * members are the names of the API.
 */
@NullMarked
package io.metasched.client;

import org.jspecify.annotations.NullMarked;
