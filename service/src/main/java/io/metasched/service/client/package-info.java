/** Client side of the API, for the commands of the program. */
@NullMarked
package io.metasched.service.client;

import org.jspecify.annotations.NullMarked;
